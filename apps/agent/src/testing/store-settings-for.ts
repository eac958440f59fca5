import { SecretBytes } from '#libs/secret-bytes';
import type { CloudStoreSettings } from '../config/cloud-store-settings.js';
import type { StoreSettings, VaultSettings } from '../config/store-settings.js';

/** Store settings with one token for the vault; the rest as given. */
export function storeSettingsFor(
  token: string,
  vault: Partial<VaultSettings> = {},
  others: Partial<CloudStoreSettings> & Pick<Partial<StoreSettings>, 'addresses' | 'identities'> = {},
): StoreSettings {
  const readToken = () => SecretBytes.fromUtf8(token);
  return {
    vault: { readToken, ca: null, address: null, allowInsecure: false, ...vault },
    secretsManager: { endpoint: null },
    keyVault: { url: null, ca: null },
    googleSecrets: { url: null, impersonationUrl: null },
    kubernetes: { url: null, readToken: () => null, readCa: () => null },
    addresses: [],
    identities: [],
    ...others,
  };
}
