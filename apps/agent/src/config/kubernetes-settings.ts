import type { SecretBytes } from '#libs/secret-bytes';
import type { EnvReader } from './env-reader.js';
import { urlHostOf } from './listen-address.js';
import { secretIn, textIn } from './secret-file.js';
import { readStoreUrl } from './store-url.js';

export interface KubernetesSettings {
  /** URL of the API server; null outside a cluster if none is set. */
  url: string | null;
  /** Returns the service account's token; null if there is none. Read each time, because the kubelet renews it. */
  readToken(): SecretBytes | null;
  /** Returns the certificate authority in PEM; null for the system's. */
  readCa(): string | null;
}

const SERVICE_ACCOUNT_CA = '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt';

/** Reads SVC_KUBERNETES_URL, _TOKEN_FILE and _CA_FILE, which are optional inside a cluster. */
export function readKubernetesSettings(env: EnvReader): KubernetesSettings {
  const url = readStoreUrl(env, 'SVC_KUBERNETES_URL');
  const host = env.text('KUBERNETES_SERVICE_HOST');
  const port = env.text('KUBERNETES_SERVICE_PORT');
  const inCluster = host === '' ? null : `https://${urlHostOf(host, port)}`;
  const tokenFile = env.text('SVC_KUBERNETES_TOKEN_FILE');
  const ownCa = env.file('SVC_KUBERNETES_CA_FILE');
  return {
    url: url ?? inCluster,
    readToken: () => secretIn(tokenFile),
    // The cluster's own authority is valid only for its own address.
    readCa: () => ownCa ?? (url === null ? textIn(SERVICE_ACCOUNT_CA) : null),
  };
}
