import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#client';

interface Result<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** The longest wait that the service grants, in seconds. */
const MAX_SECONDS = 25;
/** Before the next call, where the service did not wait: it has too many waiting calls, or a proxy answered. */
const PAUSE_MS = 2_000;
/** How much sooner than our own limit the service answers. */
const MARGIN_MS = 2_000;

/** One answer of the service, watched: the service is told which one is known, and waits for another (RFC 7240 §4.3). */
export class Watched<Answer> {
  #tag: string | null = null;
  #asked = false;

  /**
   * @param ask the call, with these headers
   * @param timeoutMs the limit of one call
   */
  constructor(
    private readonly ask: (headers: Readonly<Record<string, string>>) => Promise<Result<Answer>>,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Returns the answer: the first time as it is, then once it is another one.
   *
   * @param end when to give up, as of Date.now()
   * @returns null where it has not changed by then
   * @throws ApiError as the call does
   */
  async next(end: number): Promise<Answer | null> {
    // Without a tag the service can't say that nothing changed.
    if (this.#asked && this.#tag === null) await sleep(Math.min(PAUSE_MS, Math.max(0, end - Date.now())));
    while (!this.#asked || Date.now() < end) {
      const result = await this.ask(this.#headers(end - Date.now()));
      this.#asked = true;
      const { ok, status, headers } = result.response;
      if (!ok && status !== 304) throw new ApiError(result.response, result.error);
      if (result.data !== undefined) {
        this.#tag = headers.get('etag');
        return result.data;
      }
      if (!headers.has('preference-applied')) await sleep(Math.min(PAUSE_MS, Math.max(0, end - Date.now())));
    }
    return null;
  }

  #headers(leftMs: number): Record<string, string> {
    if (this.#tag === null) return {};
    const mostMs = Math.min(leftMs, this.timeoutMs - MARGIN_MS);
    const seconds = Math.min(MAX_SECONDS, Math.floor(mostMs / 1000));
    return { 'If-None-Match': this.#tag, ...(seconds > 0 ? { Prefer: `wait=${seconds}` } : {}) };
  }
}
