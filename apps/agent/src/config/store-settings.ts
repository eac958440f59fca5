import type { SecretBytes } from '#libs/secret-bytes';
import { type CloudStoreSettings, readCloudStoreSettings } from './cloud-store-settings.js';
import type { EnvReader } from './env-reader.js';
import { readVaultLogin, secretIn, type VaultLoginSettings } from './vault-login-settings.js';

/** What this agent knows of its own stores; credentials stay here and never reach the control plane. */
export interface VaultSettings {
  /** The current token; read from its file each time, because a sidecar renews it. Null when there is none. */
  readToken(): SecretBytes | null;
  /** How to get a token where none is given; null or absent: readToken gives it. */
  login?: VaultLoginSettings | null;
  /** PEM of the certificate authority to trust instead of the system's. */
  ca: string | null;
  /** When set, the token goes to this address only, whatever a connection says. */
  address: string | null;
  /** Whether http is allowed beyond loopback. */
  allowInsecure: boolean;
}

export interface StoreSettings extends CloudStoreSettings {
  vault: VaultSettings;
}

/** Takes the variables of readCloudStoreSettings, VAULT_TOKEN or VAULT_TOKEN_FILE, VAULT_CACERT, VAULT_ADDR and SVC_ALLOW_INSECURE_STORE_ADDR. */
export function readStoreSettings(env: EnvReader): StoreSettings {
  const token = env.secret('VAULT_TOKEN');
  const tokenFile = env.text('VAULT_TOKEN', '') === '' ? env.text('VAULT_TOKEN_FILE', '') : '';
  return {
    vault: {
      readToken: () => (tokenFile === '' ? token : (secretIn(tokenFile) ?? token)),
      login: readVaultLogin(env),
      ca: env.file('VAULT_CACERT'),
      address: env.text('VAULT_ADDR', '') || null,
      allowInsecure: env.oneOf('SVC_ALLOW_INSECURE_STORE_ADDR', 'false', ['true', 'false']) === 'true',
    },
    ...readCloudStoreSettings(env),
  };
}
