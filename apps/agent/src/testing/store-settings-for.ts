import { SecretBytes } from '#libs/secret-bytes';
import { EnvReader } from '../config/env-reader.js';
import { readStoreSettings, type StoreSettings } from '../config/store-settings.js';
import type { VaultSettings } from '../drivers/vault/vault-settings.js';

/** Returns store settings with one token for the vault type; the others as given, or the defaults. */
export function storeSettingsFor(
  token: string,
  vault: Partial<VaultSettings> = {},
  others: Partial<StoreSettings> = {},
): StoreSettings {
  const readToken = () => SecretBytes.fromUtf8(token);
  return {
    ...readStoreSettings(new EnvReader({})),
    vault: { readToken, ca: null, address: null, ...vault },
    ...others,
  };
}
