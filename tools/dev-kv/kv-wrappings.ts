import { randomUUID } from 'node:crypto';
import { answerData, answerErrors, type KvAnswer } from './kv-answer.js';

interface Wrapping {
  answer: KvAnswer;
  path: string;
  createdAt: number;
  seconds: number;
}

const INVALID = 'wrapping token is not valid or does not exist';

/** Wrapped responses, each of which can be unwrapped once; looking up a wrapping token doesn't unwrap it. */
export class KvWrappings {
  readonly #kept = new Map<string, Wrapping>();

  /** @param now milliseconds */
  constructor(private readonly now: () => number) {}

  /** Wraps the response to a request of that path. @returns the wrapping token */
  wrap(answer: KvAnswer, path: string, seconds: number): string {
    const token = `s.wrapping-${randomUUID()}`;
    this.#kept.set(token, { answer, path, createdAt: this.now(), seconds });
    return token;
  }

  /** Returns the response with the wrapping token. */
  answerFor(answer: KvAnswer, path: string, seconds: number): KvAnswer {
    const token = this.wrap(answer, path, seconds);
    const info = { token, ttl: seconds, creation_time: new Date().toISOString(), creation_path: path };
    return { status: 200, body: { ...emptyEnvelope(), wrap_info: info } };
  }

  unwrap(token: string): KvAnswer {
    const wrapping = this.#find(token);
    this.#kept.delete(token);
    return wrapping?.answer ?? answerErrors(400, [INVALID]);
  }

  lookUp(token: string): KvAnswer {
    const wrapping = this.#find(token);
    if (!wrapping) return answerErrors(400, [INVALID]);
    const ageMs = this.now() - wrapping.createdAt;
    const creation_time = new Date(Date.now() - ageMs).toISOString();
    return answerData({ creation_path: wrapping.path, creation_time, creation_ttl: wrapping.seconds });
  }

  #find(token: string): Wrapping | null {
    const wrapping = this.#kept.get(token);
    return wrapping && this.now() < wrapping.createdAt + wrapping.seconds * 1000 ? wrapping : null;
  }
}

function emptyEnvelope(): Record<string, unknown> {
  const nothing = { data: null, auth: null, warnings: null };
  return { request_id: randomUUID(), lease_id: '', renewable: false, lease_duration: 0, ...nothing };
}
