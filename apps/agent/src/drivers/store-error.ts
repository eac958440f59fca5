import { RemoteError } from '../remote-error.js';
import type { StoreErrorCode } from './store-error-codes.js';

export type { StoreErrorCode } from './store-error-codes.js';

const RETRYABLE = new Set<StoreErrorCode>([
  'store_unreachable',
  'store_timeout',
  'store_unavailable',
  'store_throttled',
]);

/** Codes that mean that the agent has no valid login at the store. */
export const LOGIN_CODES: ReadonlySet<StoreErrorCode> = new Set<StoreErrorCode>([
  'store_credentials_missing',
  'store_login_refused',
]);

/** A refusal or failure of a store. Its code becomes the job's error. */
export class StoreError extends RemoteError {
  override readonly name = 'StoreError';

  constructor(
    override readonly code: StoreErrorCode,
    retryAfterMs: number | null = null,
    /** What the store refused, for the operator: a path or a permission, no secret's name. It is not sent to the control plane. */
    readonly requested: string | null = null,
  ) {
    super(code, RETRYABLE.has(code), retryAfterMs);
  }
}

/** Returns a handler for `catch` that turns these codes into null, and throws everything else again. */
export function nullOn(...codes: readonly StoreErrorCode[]): (error: unknown) => null {
  return (error) => {
    if (error instanceof StoreError && codes.includes(error.code)) return null;
    throw error;
  };
}
