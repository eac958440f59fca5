import { RemoteError } from '../remote-error.js';
import type { StoreErrorCode } from './store-errors.js';

export type { StoreErrorCode } from './store-errors.js';

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
    /** What was refused, for the operator: a path or a permission, no secret's name. It is not sent to the control plane. */
    readonly asked: string | null = null,
  ) {
    super(code, RETRYABLE.has(code), retryAfterMs);
  }
}
