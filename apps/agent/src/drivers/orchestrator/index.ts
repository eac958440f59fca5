import { readKubernetesSettings } from '../../config/kubernetes-settings.js';
import type { ProviderDriver } from '../provider-driver.js';
import { StoreError } from '../store-error.js';
import type { ClusterSecretsSettings } from './cluster-client.js';
import { parseNamespace } from './cluster-secret-ref.js';

/** The secrets of the Kubernetes cluster that the agent runs in. */
export const clusterSecrets: ProviderDriver<ClusterSecretsSettings> = {
  settings: (env) => ({ ...readKubernetesSettings(env), identities: [] }),
  address: (scope, settings) => {
    const { url } = settings;
    parseNamespace(scope);
    if (url === null) throw new StoreError('store_credentials_missing');
    return { url, pinned: url, ca: settings.readCa(), caSetting: 'SVC_KUBERNETES_CA_FILE' };
  },
  vendorHosts: [],
  open: async (context) => (await import('./cluster-secrets.driver.js')).openClusterSecrets(context),
  advice: 'the pod’s service account, or SVC_KUBERNETES_TOKEN_FILE',
};
