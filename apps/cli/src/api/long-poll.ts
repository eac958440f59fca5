import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#client';

interface Result<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** The service's maximum for `Prefer: wait`. */
const MAX_SECONDS = 25;
/** Pause before the next call when the service did not wait: it has too many waiting calls, or a proxy responded. */
const PAUSE_MS = 2_000;
/** How much earlier than our own timeout the service is to respond. */
const MARGIN_MS = 2_000;

/** Watches one response of the service by its entity tag, with long polls (RFC 7240 §4.3). */
export class LongPoll<Answer> {
  #tag: string | null = null;
  #asked = false;

  /**
   * @param ask sends the call with these headers
   * @param timeoutMs timeout of one call
   */
  constructor(
    private readonly ask: (headers: Readonly<Record<string, string>>) => Promise<Result<Answer>>,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Returns the response: at first the current one, then each time a changed one.
   *
   * @param end deadline, as of Date.now()
   * @returns null when it has not changed by then
   * @throws the errors of the call
   */
  async next(end: number): Promise<Answer | null> {
    // Without an entity tag the service can't detect a change.
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
