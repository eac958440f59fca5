import { RemoteError } from '../remote-error.js';

/** Causes of a failed call to the Kubernetes API. */
export type KubeErrorCode =
  | 'kubernetes_not_configured'
  | 'kubernetes_credentials_missing'
  | 'kubernetes_dns_failed'
  | 'kubernetes_tls_failed'
  | 'kubernetes_unreachable'
  | 'kubernetes_timeout'
  | 'kubernetes_unauthorized'
  | 'kubernetes_forbidden'
  | 'kubernetes_not_found'
  | 'kubernetes_conflict'
  | 'kubernetes_expired'
  | 'kubernetes_invalid'
  | 'kubernetes_throttled'
  | 'kubernetes_unavailable'
  | 'kubernetes_answer_unexpected';

const RETRYABLE = new Set<KubeErrorCode>([
  'kubernetes_unreachable',
  'kubernetes_timeout',
  'kubernetes_throttled',
  'kubernetes_unavailable',
]);

/** A refusal or failure of the Kubernetes API. */
export class KubeError extends RemoteError {
  override readonly name = 'KubeError';

  constructor(
    override readonly code: KubeErrorCode,
    retryAfterMs: number | null = null,
  ) {
    super(code, RETRYABLE.has(code), retryAfterMs);
  }
}
