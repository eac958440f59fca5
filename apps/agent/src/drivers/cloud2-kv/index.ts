import { readStoreUrl } from '../../config/store-url.js';
import type { ProviderDriver } from '../provider-driver.js';
import { type KeyVaultSettings, keyVaultUrl, parseKeyVaultScope } from './key-vault-scope.js';

/** One Azure Key Vault. */
export const keyVault: ProviderDriver<KeyVaultSettings> = {
  settings: (env) => ({
    url: readStoreUrl(env, 'SVC_AZURE_KEY_VAULT_URL'),
    ca: env.file('SVC_AZURE_KEY_VAULT_CA_FILE'),
  }),
  address: (scope, settings) => {
    const url = keyVaultUrl(parseKeyVaultScope(scope), settings);
    const pinned = settings.url === null ? null : url;
    return { url, pinned, ca: settings.ca, caSetting: 'SVC_AZURE_KEY_VAULT_CA_FILE' };
  },
  vendorHosts: [/^[a-z][a-z0-9-]{1,22}[a-z0-9]\.vault\.(?:azure\.net|azure\.cn|usgovcloudapi\.net)$/],
  open: async (...given) => (await import('./key-vault.driver.js')).openKeyVault(...given),
  advice: 'the Azure default chain (workload or managed identity, or AZURE_ variables)',
};
