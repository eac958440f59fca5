import { type Client, type components, dataOf } from '#client';
import { CliError, EXIT } from '../exit.js';
import type { Cleanups } from './cleanups.js';
import { Value } from './value.js';

type Opened = components['schemas']['OpenedRevealResponse'];

/** A reveal session of a request: each value is retrieved once; the rest is destroyed when the session ends. */
export class RevealSession {
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
  readonly #held: Value[] = [];
  readonly #fetched = new Set<string>();
  #ended = false;

  private constructor(
    private readonly api: Client,
    private readonly requestId: string,
    private readonly opened: Opened,
  ) {
    this.endsAt = performance.now() + opened.ttl_seconds * 1000;
  }

  /** @throws ApiError */
  static async open(api: Client, requestId: string, cleanups: Cleanups): Promise<RevealSession> {
    const body = { access_request_id: requestId };
    const session = new RevealSession(
      api,
      requestId,
      await dataOf(api.POST('/api/v1/reveal-sessions', { body })),
    );
    cleanups.add(() => session.end());
    return session;
  }

  /** Keys whose values were not retrieved. */
  get left(): string[] {
    return this.opened.wraps.map(({ key_name }) => key_name).filter((key) => !this.#fetched.has(key));
  }

  /** Retrieves one value, which the service returns once. @throws CliError; ApiError */
  async fetch(key: string): Promise<Value> {
    const wrap = this.opened.wraps.find(({ key_name }) => key_name === key);
    if (!wrap) throw new CliError(EXIT.notFound, `There is no value of ${key} any more.`);
    const call = this.api.GET('/api/v1/requests/{id}/wraps/{wrap_id}', {
      params: { path: { id: this.requestId, wrap_id: wrap.wrap_id } },
      headers: { Accept: 'application/octet-stream' },
      parseAs: 'arrayBuffer',
    });
    this.#fetched.add(key);
    // The client has no data of an empty body.
    const data = (await dataOf(call)) as ArrayBuffer | undefined;
    const value = new Value(key, data === undefined ? Buffer.alloc(0) : Buffer.from(data));
    this.#held.push(value);
    const { response } = await call;
    if (response.headers.get('countersign-key-name') !== key)
      throw new CliError(EXIT.failed, `The service answered with another value than that of ${key}.`);
    return value;
  }

  /** Overwrites the values, and has the service destroy those that were not retrieved. */
  async end(): Promise<void> {
    this.wipe();
    if (this.#ended) return;
    this.#ended = true;
    const params = { path: { id: this.opened.session_id } };
    // If the call fails, the session ends by its own timeout.
    await dataOf(
      this.api.POST('/api/v1/reveal-sessions/{id}/expire', { params, body: { reason: 'user_hide' } }),
    ).catch(() => undefined);
  }

  wipe(): void {
    for (const value of this.#held) value.wipe();
  }
}
