import type { SecretBytes } from '#libs/secret-bytes';
import { type CloudStoreSettings, readCloudStoreSettings } from './cloud-store-settings.js';
import type { EnvReader } from './env-reader.js';
import { isLoopback } from '../http/loopback.js';
import type { SecretName } from '../identity/state-secret.js';
import { readVaultLogin, secretIn, type VaultLoginSettings } from './vault-login-settings.js';

/** What this agent knows of its own stores; credentials stay here and never reach the control plane. */
export interface VaultSettings {
  /** The current token; read from its file each time, because a sidecar renews it. Null when there is none. */
  readToken(): SecretBytes | null;
  /** How to get a token where none is given; null or absent: readToken gives it. */
  login?: VaultLoginSettings | null;
  /** PEM of the certificate authority to trust instead of the system's. */
  ca: string | null;
  /** Where the token may go, whatever a connection says; null for nowhere but to the listed addresses. */
  address: string | null;
  /** Whether http is allowed beyond loopback. */
  allowInsecure: boolean;
}

export interface StoreSettings extends CloudStoreSettings {
  vault: VaultSettings;
  /** Origins at which stores of any type may be, besides those of their own settings and the vendors' own (D105). */
  addresses: readonly string[];
  /** Secrets of the cluster in which agents of this process keep their identities: no job opens them. */
  identities: readonly SecretName[];
}

/**
 * Takes the variables of readCloudStoreSettings, VAULT_TOKEN or VAULT_TOKEN_FILE, VAULT_CACERT, VAULT_ADDR,
 * SVC_ALLOW_INSECURE_STORE_ADDR and SVC_AGENT_STORE_ADDRESSES.
 */
export function readStoreSettings(env: EnvReader): StoreSettings {
  const token = env.secret('VAULT_TOKEN');
  const allowInsecure = env.flag('SVC_ALLOW_INSECURE_STORE_ADDR');
  const tokenFile = env.text('VAULT_TOKEN') === '' ? env.text('VAULT_TOKEN_FILE') : '';
  return {
    vault: {
      readToken: () => (tokenFile === '' ? token : (secretIn(tokenFile) ?? token)),
      login: readVaultLogin(env),
      ca: env.file('VAULT_CACERT'),
      address: readVaultAddress(env),
      allowInsecure,
    },
    addresses: readAddresses(env, allowInsecure),
    identities: [],
    ...readCloudStoreSettings(env),
  };
}

function readVaultAddress(env: EnvReader): string | null {
  const text = env.text('VAULT_ADDR');
  if (text === '') return null;
  if (URL.canParse(text) && /^https?:\/\/[^?#@\\]+$/i.test(text)) return new URL(text).href;
  env.fault('VAULT_ADDR', 'must be an http or https URL without credentials or a query');
  return null;
}

function readAddresses(env: EnvReader, allowInsecure: boolean): string[] {
  const entries = env.text('SVC_AGENT_STORE_ADDRESSES').split(',');
  const texts = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const isOrigin = (text: string): boolean => {
    if (!URL.canParse(text) || !/^https?:\/\/[^/?#@\\]+\/?$/i.test(text)) return false;
    const { hostname, protocol } = new URL(text);
    return protocol === 'https:' || isLoopback(hostname) || allowInsecure;
  };
  if (texts.every(isOrigin)) return texts.map((text) => new URL(text).origin);
  env.fault(
    'SVC_AGENT_STORE_ADDRESSES',
    'must be origins separated by commas, such as https://vault.example:8200',
  );
  return [];
}
