import type { SecretBytes } from '#libs/secret-bytes';
import type { EnvReader } from './env-reader.js';
import { secretIn, textIn } from './secret-file.js';
import { readStoreUrl } from './store-url.js';

export interface KubernetesSettings {
  /** The API server; null outside of a cluster when none is named. */
  url: string | null;
  /** Returns the service account's token; read each time, because the kubelet renews it. Null when there is none. */
  readToken(): SecretBytes | null;
  /** PEM of the cluster's certificate authority, null for the system's. */
  readCa(): string | null;
}

const SERVICE_ACCOUNT_CA = '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt';

/** Reads SVC_KUBERNETES_URL, _TOKEN_FILE and _CA_FILE; within a cluster none of them is needed. */
export function readKubernetesSettings(env: EnvReader): KubernetesSettings {
  const url = readStoreUrl(env, 'SVC_KUBERNETES_URL');
  const host = env.text('KUBERNETES_SERVICE_HOST');
  const port = env.text('KUBERNETES_SERVICE_PORT');
  const inCluster = host === '' ? null : `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const tokenFile = env.text('SVC_KUBERNETES_TOKEN_FILE');
  const ownCa = env.file('SVC_KUBERNETES_CA_FILE');
  return {
    url: url ?? inCluster,
    readToken: () => secretIn(tokenFile),
    // The cluster's authority vouches for the cluster's address only.
    readCa: () => ownCa ?? (url === null ? textIn(SERVICE_ACCOUNT_CA) : null),
  };
}
