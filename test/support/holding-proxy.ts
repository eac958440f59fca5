import type { IncomingMessage, ServerResponse } from 'node:http';
import { FrontProxy, give } from './front-proxy.js';

/** Stands before a server and keeps back the requests a test names: what is under way when something happens. */
export class HoldingProxy extends FrontProxy {
  protected override readonly host = '127.0.0.1';
  #matches: RegExp | null = null;
  #what: 'request' | 'answer' = 'request';
  #held: (() => void)[] = [];
  readonly #arrivals = new Set<() => void>();

  private constructor() {
    super();
  }

  static async before(target: string): Promise<HoldingProxy> {
    const proxy = new HoldingProxy();
    proxy.passTo(target);
    return proxy.open();
  }

  /** From now on requests whose `METHOD path` matches are kept back, or are carried out and their answers kept back. */
  hold(matches: RegExp, what: 'request' | 'answer' = 'request'): void {
    [this.#matches, this.#what] = [matches, what];
  }

  /** Resolves once a request is kept back. */
  async holds(): Promise<void> {
    while (this.#held.length === 0) await new Promise<void>((resolve) => this.#arrivals.add(resolve));
  }

  /** Sends on what was kept back, and keeps back no more. Whoever has hung up gets nothing. */
  release(): void {
    this.#matches = null;
    for (const pass of this.#held.splice(0)) pass();
  }

  protected take(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#matches?.test(`${request.method} ${request.url}`)) return this.#pass(request, response);
    if (this.#what === 'answer') return this.#pass(request, response, (forward) => this.#keep(forward));
    this.#keep(() => response.destroyed || this.#pass(request, response));
  }

  #keep(pass: () => void): void {
    this.#held.push(pass);
    for (const wake of this.#arrivals) wake();
    this.#arrivals.clear();
  }

  #pass(
    request: IncomingMessage,
    response: ServerResponse,
    answered: (forward: () => void) => void = (forward) => forward(),
  ): void {
    const onward = this.onward(request, response, (answer) => answered(() => give(answer, response)));
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }
}
