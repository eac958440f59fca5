import type { IncomingMessage, ServerResponse } from 'node:http';
import { FrontProxy, give } from './front-proxy.js';

/** Stands before a server and keeps the method and path of every request that passes. */
export class CountingProxy extends FrontProxy {
  /** As `GET /path`, in the order in which they came. */
  readonly passed: string[] = [];
  /** Those of them without `If-Match` or `Idempotency-Key`. */
  readonly unconditional: string[] = [];
  /** Those whose caller had the answer already (304). */
  readonly unchanged: string[] = [];
  /** Of which calls, `METHOD /path`, nobody hears the answer although they are carried out. */
  loseAnswer: ((call: string) => boolean) | null = null;

  private constructor() {
    super();
  }

  static async listen(): Promise<CountingProxy> {
    return new CountingProxy().open();
  }

  protected take(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request;
    const call = `${method} ${new URL(request.url!, this.target!).pathname}`;
    this.passed.push(call);
    if (!headers['if-match'] && !headers['idempotency-key']) this.unconditional.push(call);
    const onward = this.onward(request, response, (answer) => {
      if (answer.statusCode === 304) this.unchanged.push(call);
      if (this.loseAnswer?.(call) === true) response.destroy();
      else give(answer, response);
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }
}
