import { RemoteError } from '../remote-error.js';

/** Every way a store can fail a job. The code is all that the control plane is told. */
export const STORE_ERROR_CODES = [
  'provider_type_unsupported',
  'scope_invalid',
  'store_address_insecure',
  'address_not_allowed',
  'store_credentials_missing',
  'store_login_refused',
  'store_dns_failed',
  'store_tls_failed',
  'store_unreachable',
  'store_timeout',
  'store_unavailable',
  'store_sealed',
  'store_throttled',
  'store_answer_unexpected',
  'permission_denied',
  'mount_not_found',
  'mount_not_kv2',
  'secret_ref_invalid',
  'secret_not_found',
  'secret_deleted',
  'secret_disabled',
  'secret_write_refused',
  'secret_not_keyed',
  'key_not_found',
  'key_name_invalid',
  'namespace_not_found',
  'store_key_unusable',
  'cas_conflict',
  'value_not_utf8',
  'value_too_large',
] as const;

export type StoreErrorCode = (typeof STORE_ERROR_CODES)[number];

const RETRYABLE = new Set<StoreErrorCode>([
  'store_unreachable',
  'store_timeout',
  'store_unavailable',
  'store_throttled',
]);

export class StoreError extends RemoteError {
  override readonly name = 'StoreError';

  constructor(
    override readonly code: StoreErrorCode,
    retryAfterMs: number | null = null,
  ) {
    super(code, RETRYABLE.has(code), retryAfterMs);
  }
}
