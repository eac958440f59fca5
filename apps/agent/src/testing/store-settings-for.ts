import { SecretBytes } from '#libs/secret-bytes';
import type { StoreSettings, VaultSettings } from '../config/store-settings.js';

/** Store settings with one token; the rest as given. */
export function storeSettingsFor(token: string, vault: Partial<VaultSettings> = {}): StoreSettings {
  const readToken = () => SecretBytes.fromUtf8(token);
  return { vault: { readToken, ca: null, address: null, allowInsecure: false, ...vault } };
}
