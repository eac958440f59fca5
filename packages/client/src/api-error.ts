/** What the service says of a call that it refused or could not carry out. */
interface Problem {
  readonly error_code?: unknown;
  readonly message?: unknown;
}

/** An answer that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `error_code` of the body, which a program may branch on; empty where something in between answered. */
  readonly code: string;
  /** Names the call in the service's log and audit events. */
  readonly correlationId: string | null;
  /** Seconds to wait before another try, where the service says so. */
  readonly retryAfterSeconds: number | null;
  /** The whole body: some codes have members of their own. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    const { error_code: code, message }: Problem = typeof body === 'object' && body !== null ? body : {};
    super(typeof message === 'string' ? message : `The service answered ${response.status}.`);
    // Something in between may give a date, which is no number of seconds.
    const wait = /^\d+$/.exec(response.headers.get('retry-after') ?? '')?.[0];
    this.status = response.status;
    this.code = typeof code === 'string' ? code : '';
    this.correlationId = response.headers.get('x-correlation-id');
    this.retryAfterSeconds = wait === undefined ? null : Number(wait);
    this.body = body;
  }
}
