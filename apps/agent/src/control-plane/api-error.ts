import { RemoteError } from '../remote-error.js';

/** A refusal of the control plane, or no answer from it (status 0). `code` is its error_code. */
export class ApiError extends RemoteError {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    code: string,
    retryAfterMs: number | null = null,
  ) {
    super(code, status === 0 || status === 429 || status >= 500, retryAfterMs);
  }

  /** The agent is revoked or unknown, or its secret isn't its own: the answer is one for all (D51). */
  get unauthorized(): boolean {
    return this.status === 401;
  }
}
