import type { SecretBytes } from '#libs/secret-bytes';
import type { EnvReader } from '../../config/env-reader.js';
import { secretIn } from '../../config/secret-file.js';
import { readVaultLogin, type VaultLoginSettings } from './vault-login-settings.js';

export interface VaultSettings {
  /** Returns the current token, read from its file each time, because a sidecar renews it. Null if there is none. */
  readToken(): SecretBytes | null;
  /** How to log in if no token is set; null or absent: readToken returns the token. */
  login?: VaultLoginSettings | null;
  /** Certificate authority in PEM; null for the system's. */
  ca: string | null;
  /** The only address to which the token may be sent, whatever a connection says; null: only to listed addresses. */
  address: string | null;
}

/** Reads VAULT_TOKEN or VAULT_TOKEN_FILE, VAULT_CACERT, VAULT_ADDR and the settings of a login. */
export function readVaultSettings(env: EnvReader): VaultSettings {
  const token = env.secret('VAULT_TOKEN');
  const tokenFile = env.text('VAULT_TOKEN') === '' ? env.text('VAULT_TOKEN_FILE') : '';
  return {
    readToken: () => (tokenFile === '' ? token : (secretIn(tokenFile) ?? token)),
    login: readVaultLogin(env),
    ca: env.file('VAULT_CACERT'),
    address: readVaultAddress(env),
  };
}

function readVaultAddress(env: EnvReader): string | null {
  const text = env.text('VAULT_ADDR');
  if (text === '') return null;
  if (URL.canParse(text) && /^https?:\/\/[^?#@\\]+$/i.test(text)) return new URL(text).href;
  env.fault('VAULT_ADDR', 'must be an http or https URL without credentials or a query');
  return null;
}
