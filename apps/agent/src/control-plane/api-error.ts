import { RemoteError } from '../remote-error.js';

/** An error response of the control plane, or no response (status 0). `code` is its error_code. */
export class ApiError extends RemoteError {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    code: string,
    retryAfterMs: number | null = null,
  ) {
    super(code, status === 0 || status === 429 || status >= 500, retryAfterMs);
  }

  /** Whether the agent is revoked or unknown, or its secret is invalid: the responses are the same (D51). */
  get unauthorized(): boolean {
    return this.status === 401;
  }
}
