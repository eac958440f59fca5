import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#client';
import { failureOf, mayPass } from '../exit.js';

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

/**
 * Watches one response of the service by its entity tag, with long polls (RFC 7240 §4.3). Once the service has answered, it
 * goes on through failures that may pass: an approval can take longer than a restart of the service.
 */
export class LongPoll<Answer> {
  #tag: string | null = null;
  #asked = false;
  /** What was said of the failures since the last answer. */
  #said = '';

  /**
   * @param ask sends the call with these headers
   * @param timeoutMs timeout of one call
   * @param say tells the user why it is asking again
   */
  constructor(
    private readonly ask: (headers: Readonly<Record<string, string>>) => Promise<Result<Answer>>,
    private readonly timeoutMs: number,
    private readonly say: (line: string) => void,
  ) {}

  /**
   * Returns the response: at first the current one, then each time a changed one.
   *
   * @param end deadline, as of Date.now()
   * @returns null when it has not changed by then
   * @throws the errors of the first call, and of others those that don't pass
   */
  async next(end: number): Promise<Answer | null> {
    // Without an entity tag the service can't detect a change.
    if (this.#asked && this.#tag === null) await pause(end);
    while (!this.#asked || Date.now() < end) {
      const result = await this.#answer(end - Date.now());
      if (result?.data !== undefined) {
        this.#tag = result.response.headers.get('etag');
        return result.data;
      }
      if (result?.response.headers.has('preference-applied') !== true) await pause(end);
    }
    return null;
  }

  /** @returns null after a failure that may pass */
  async #answer(leftMs: number): Promise<Result<Answer> | null> {
    try {
      const result = await this.ask(this.#headers(leftMs));
      const { ok, status } = result.response;
      if (!ok && status !== 304) throw new ApiError(result.response, result.error);
      this.#asked = true;
      this.#said = '';
      return result;
    } catch (error) {
      if (!this.#asked || !mayPass(error)) throw error;
      const line = `Retrying: ${failureOf(error).message}`;
      if (line !== this.#said) this.say(line);
      this.#said = line;
      return null;
    }
  }

  #headers(leftMs: number): Record<string, string> {
    if (this.#tag === null) return {};
    const mostMs = Math.min(leftMs, this.timeoutMs - MARGIN_MS);
    const seconds = Math.min(MAX_SECONDS, Math.floor(mostMs / 1000));
    return { 'If-None-Match': this.#tag, ...(seconds > 0 ? { Prefer: `wait=${seconds}` } : {}) };
  }
}

const pause = (end: number): Promise<void> => sleep(Math.min(PAUSE_MS, Math.max(0, end - Date.now())));
