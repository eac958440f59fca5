import type { IncomingMessage, ServerResponse } from 'node:http';
import { FrontProxy, give } from './front-proxy.js';

/**
 * What becomes of a call: refused with 503 or 429 before the service sees it; held back until the test lets it go; or
 * carried out, and the connection ends in place of an answer.
 */
export type Fault = 'unavailable' | 'limited' | 'held' | 'lost';

const REFUSALS = {
  unavailable: { status: 503, error_code: 'dependency_unavailable' },
  limited: { status: 429, error_code: 'rate_limited' },
} as const;

/** Stands before a server and lets calls that a test names meet a fault, every time until it is mended. */
export class FaultyProxy extends FrontProxy {
  #matches: RegExp | null = null;
  #fault: Fault = 'held';
  #met = 0;
  #held: (() => void)[] = [];
  readonly #meetings = new Set<() => void>();

  private constructor() {
    super();
  }

  static async listen(): Promise<FaultyProxy> {
    return new FaultyProxy().open();
  }

  /** From now on calls whose `METHOD /path?query` matches meet this fault. */
  break(matches: RegExp, fault: Fault): void {
    [this.#matches, this.#fault, this.#met] = [matches, fault, 0];
  }

  /** Resolves once a call has met the fault, with how many have. */
  async met(): Promise<number> {
    while (this.#met === 0) await new Promise<void>((resolve) => this.#meetings.add(resolve));
    return this.#met;
  }

  /** Lets go what was held back. @param fault what it meets on its way, and whoever comes after it; null for none */
  mend(fault: Fault | null = null): void {
    if (fault === null) this.#matches = null;
    else this.#fault = fault;
    for (const pass of this.#held.splice(0)) pass();
  }

  protected take(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#matches?.test(`${request.method} ${request.url}`)) return this.#pass(request, response);
    this.#met += 1;
    for (const wake of this.#meetings) wake();
    this.#meetings.clear();
    if (this.#fault === 'held') this.#held.push(() => this.#pass(request, response, this.#matches !== null));
    else if (this.#fault === 'lost') this.#pass(request, response, true);
    else refuse(response, REFUSALS[this.#fault]);
  }

  #pass(request: IncomingMessage, response: ServerResponse, loses = false): void {
    const onward = this.onward(request, response, (answer) => {
      if (loses) answer.resume().on('end', () => response.destroy());
      else give(answer, response);
    });
    // What is lost is carried out whoever has hung up.
    if (!loses) response.on('close', () => onward.destroy());
    request.pipe(onward);
  }
}

function refuse(
  response: ServerResponse,
  { status, error_code }: (typeof REFUSALS)['limited' | 'unavailable'],
) {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end(JSON.stringify({ error_code, message: 'Of the test.' }));
}
