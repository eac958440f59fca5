import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { FrontProxy, give } from './front-proxy.js';

/** Stands before a server, hands heads and the first byte of each body on at once, and the rest when a test says so. */
export class SlowBodyProxy extends FrontProxy {
  #rest: (() => void)[] = [];
  #begun = 0;
  #answered = 0;

  private constructor() {
    super();
  }

  static async before(target: string): Promise<SlowBodyProxy> {
    const proxy = new SlowBodyProxy();
    proxy.passTo(target);
    return proxy.open();
  }

  /** How many requests were begun since the last `forget`, and how many of them are answered. */
  get seen(): { begun: number; answered: number } {
    return { begun: this.#begun, answered: this.#answered };
  }

  forget(): void {
    [this.#begun, this.#answered] = [0, 0];
  }

  /** Hands on the rest of every body. */
  release(): void {
    for (const pass of this.#rest.splice(0)) pass();
  }

  protected take(request: IncomingMessage, response: ServerResponse): void {
    void this.#pass(request, response);
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const onward = this.onward(request, response, (answer) => {
      this.#answered += 1;
      give(answer, response);
    });
    response.on('close', () => onward.destroy());
    onward.write(body.subarray(0, 1));
    this.#rest.push(() => onward.end(body.subarray(1)));
    this.#begun += 1;
  }
}
