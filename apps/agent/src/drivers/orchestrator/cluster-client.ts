import type { KubernetesSettings } from '../../config/kubernetes-settings.js';
import type { SecretName } from '../../identity/state-secret.js';
import { KubeApi, type KubeCall, type KubeObject } from '../../kubernetes/kube-api.js';
import { KubeError, type KubeErrorCode } from '../../kubernetes/kube-error.js';
import { callStore } from '../call-store.js';
import type { DriverContext } from '../store-driver.js';
import { StoreError, type StoreErrorCode } from '../store-error.js';

export interface ClusterSecretsSettings extends KubernetesSettings {
  /** Secrets of the cluster that contain identities of this process's agents; no job may open them. */
  identities: readonly SecretName[];
}

const CODES: Record<KubeErrorCode, StoreErrorCode> = {
  kubernetes_not_configured: 'store_credentials_missing',
  kubernetes_credentials_missing: 'store_credentials_missing',
  kubernetes_dns_failed: 'store_dns_failed',
  kubernetes_tls_failed: 'store_tls_failed',
  kubernetes_unreachable: 'store_unreachable',
  kubernetes_timeout: 'store_timeout',
  kubernetes_unauthorized: 'permission_denied',
  kubernetes_forbidden: 'permission_denied',
  kubernetes_not_found: 'secret_not_found',
  kubernetes_conflict: 'cas_conflict',
  kubernetes_expired: 'store_unavailable',
  kubernetes_invalid: 'secret_write_refused',
  kubernetes_throttled: 'store_throttled',
  kubernetes_unavailable: 'store_unavailable',
  kubernetes_answer_unexpected: 'store_answer_unexpected',
};

/** Client for the cluster's API for one connection: retries, and a store's error code for each failure. */
export class ClusterClient {
  readonly #api: KubeApi;

  constructor(private readonly context: DriverContext<ClusterSecretsSettings>) {
    this.#api = new KubeApi(context.settings);
  }

  /**
   * Makes a call.
   * @param codes for failures that mean something else in this call
   * @throws StoreError
   */
  call(
    call: Omit<KubeCall, 'signal'>,
    codes: Partial<Record<KubeErrorCode, StoreErrorCode>> = {},
  ): Promise<KubeObject> {
    return callStore(this.context, (signal) =>
      this.#api.call({ ...call, signal }).catch((error: unknown) => {
        if (!(error instanceof KubeError)) throw error;
        throw new StoreError(codes[error.code] ?? CODES[error.code], error.retryAfterMs);
      }),
    );
  }
}
