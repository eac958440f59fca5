/** A failed call to the control plane or to a store: a stable code, and whether a retry can help. */
export class RemoteError extends Error {
  override readonly name: string = 'RemoteError';

  /**
   * @param code stable and plain; the message is the code alone, so that no answer's text can leak
   * @param retryAfterMs the response's Retry-After in milliseconds, null without one
   */
  constructor(
    readonly code: string,
    readonly retryable: boolean,
    readonly retryAfterMs: number | null = null,
  ) {
    super(code);
  }
}
