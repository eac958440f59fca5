import { readFileSync } from 'node:fs';
import type { SecretBytes } from '#libs/secret-bytes';
import { isLoopback } from '../http/loopback.js';
import type { EnvReader } from './env-reader.js';
import type { AgentVariableName } from './variables.js';
import { secretIn } from './vault-login-settings.js';

export interface SecretsManagerSettings {
  /** The one address besides the vendor's own that requests may go to. */
  endpoint: string | null;
}

export interface KeyVaultSettings {
  /** Where vaults are instead of `https://{vaultName}.vault.azure.net`; `{vaultName}` stands for the name. */
  url: string | null;
  /** PEM of the certificate authority to trust instead of the system's. */
  ca: string | null;
}

export interface GoogleSecretsSettings {
  /** Where the API is instead of `https://secretmanager.googleapis.com`. */
  url: string | null;
  /** Where service accounts are impersonated instead of `https://iamcredentials.googleapis.com`. */
  impersonationUrl: string | null;
}

export interface KubernetesSettings {
  /** The API server; null outside of a cluster when none is named. */
  url: string | null;
  /** The service account's token; read each time, because the kubelet renews it. Null when there is none. */
  readToken(): SecretBytes | null;
  /** PEM of the cluster's certificate authority, null for the system's. */
  readCa(): string | null;
}

/** What the agent knows of the stores that a cloud or the cluster keeps; their credentials are found by the SDKs. */
export interface CloudStoreSettings {
  secretsManager: SecretsManagerSettings;
  keyVault: KeyVaultSettings;
  googleSecrets: GoogleSecretsSettings;
  kubernetes: KubernetesSettings;
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Takes AWS_ENDPOINT_URL_SECRETS_MANAGER, SVC_AZURE_KEY_VAULT_URL and _CA_FILE, SVC_GOOGLE_SECRET_MANAGER_URL,
 * SVC_GOOGLE_IAM_CREDENTIALS_URL, SVC_KUBERNETES_URL, _TOKEN_FILE and _CA_FILE.
 */
export function readCloudStoreSettings(env: EnvReader): CloudStoreSettings {
  return {
    secretsManager: { endpoint: readUrl(env, 'AWS_ENDPOINT_URL_SECRETS_MANAGER') },
    keyVault: { url: readUrl(env, 'SVC_AZURE_KEY_VAULT_URL'), ca: env.file('SVC_AZURE_KEY_VAULT_CA_FILE') },
    googleSecrets: {
      url: readUrl(env, 'SVC_GOOGLE_SECRET_MANAGER_URL'),
      impersonationUrl: readUrl(env, 'SVC_GOOGLE_IAM_CREDENTIALS_URL'),
    },
    kubernetes: readKubernetesSettings(env),
  };
}

/** Takes SVC_KUBERNETES_URL, _TOKEN_FILE and _CA_FILE; within a cluster none of them is needed. */
export function readKubernetesSettings(env: EnvReader): KubernetesSettings {
  const url = readUrl(env, 'SVC_KUBERNETES_URL');
  const host = env.text('KUBERNETES_SERVICE_HOST');
  const port = env.text('KUBERNETES_SERVICE_PORT');
  const inCluster = host === '' ? null : `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const tokenFile = env.text('SVC_KUBERNETES_TOKEN_FILE');
  const ownCa = env.file('SVC_KUBERNETES_CA_FILE');
  return {
    url: url ?? inCluster,
    readToken: () => secretIn(tokenFile),
    // The cluster's authority vouches for the cluster's address only.
    readCa: () => ownCa ?? (url === null ? textIn(`${SERVICE_ACCOUNT}/ca.crt`) : null),
  };
}

// Values travel to these addresses, so TLS must protect them wherever they leave this machine.
function readUrl(env: EnvReader, name: AgentVariableName): string | null {
  const text = env.text(name);
  if (text === '') return null;
  const probe = text.replace('{vaultName}', 'name');
  const url = URL.canParse(probe) ? new URL(probe) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && !/[?#]/.test(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (isPlain && isSafe) return text.replace(/\/+$/, '');
  env.fault(name, 'must be an https URL without credentials or a query (http is for loopback only)');
  return null;
}

function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
