import type { ProviderDriver } from '../provider-driver.js';
import { parseVaultScope } from './vault-scope.js';
import { readVaultSettings, type VaultSettings } from './vault-settings.js';

/** Vault and OpenBao: a key-value engine of version 2. */
export const vault: ProviderDriver<VaultSettings> = {
  settings: readVaultSettings,
  address: (scope, { address, ca }) => ({
    url: parseVaultScope(scope).address,
    pinned: address,
    ca,
    caSetting: 'VAULT_CACERT',
  }),
  vendorHosts: [],
  open: async (...given) => (await import('./vault.driver.js')).openVaultStore(...given),
  advice: 'VAULT_TOKEN_FILE, or VAULT_AUTH_METHOD with its settings',
};
