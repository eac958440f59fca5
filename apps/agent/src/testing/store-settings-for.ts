import { SecretBytes } from '#libs/secret-bytes';
import type { StoreSettings } from '../config/store-settings.js';
import type { VaultSettings } from '../drivers/vault/vault-settings.js';

/** Returns store settings with one token for the vault; the rest as given. */
export function storeSettingsFor(
  token: string,
  vault: Partial<VaultSettings> = {},
  others: Partial<StoreSettings> = {},
): StoreSettings {
  const readToken = () => SecretBytes.fromUtf8(token);
  return {
    vault: { readToken, ca: null, address: null, ...vault },
    'cloud1-sm': { endpoint: null },
    'cloud2-kv': { url: null, ca: null },
    'cloud3-sm': { url: null, impersonationUrl: null },
    orchestrator: { url: null, readToken: () => null, readCa: () => null, identities: [] },
    addresses: [],
    allowInsecure: false,
    ...others,
  };
}
