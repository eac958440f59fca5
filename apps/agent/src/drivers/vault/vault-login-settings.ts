import type { SecretBytes } from '#libs/secret-bytes';
import type { EnvReader } from '../../config/env-reader.js';
import { secretIn } from '../../config/secret-file.js';

interface AuthMount {
  /** Mount path of the auth method, without slashes around it. */
  mount: string;
  /** The namespace of that mount; '' for the root. */
  namespace: string;
}

export interface AppRoleSettings extends AuthMount {
  method: 'approle';
  roleId: string;
  /** Returns the secret id, read at each login. Null if there is none. */
  readSecretId(): SecretBytes | null;
  /** Whether the file contains a single-use wrapping token instead of the secret id itself. */
  wrapped: boolean;
}

export interface KubernetesLoginSettings extends AuthMount {
  method: 'kubernetes';
  role: string;
  /** Returns the service account's token, read at each login because the kubelet renews it. */
  readJwt(): SecretBytes | null;
}

/** How the agent logs in at a store of the vault type, if no token is provided. */
export type VaultLoginSettings = AppRoleSettings | KubernetesLoginSettings;

const METHODS = ['token', 'approle', 'kubernetes'] as const;

/**
 * Reads VAULT_AUTH_METHOD with VAULT_AUTH_MOUNT, VAULT_NAMESPACE, and for approle VAULT_ROLE_ID, VAULT_SECRET_ID_FILE and
 * VAULT_SECRET_ID_WRAPPED, for kubernetes VAULT_ROLE and VAULT_JWT_FILE. Returns null if a token is used.
 */
export function readVaultLogin(env: EnvReader): VaultLoginSettings | null {
  const method = env.oneOf('VAULT_AUTH_METHOD', METHODS);
  if (method === 'token') return null;
  // A connection's address comes from the control plane: a login is sent only to an address that the operator has set.
  const isNamed = [env.text('VAULT_ADDR'), env.text('SVC_AGENT_STORE_ADDRESSES')].some((text) => text !== '');
  if (!isNamed) env.fault('VAULT_ADDR', 'is missing beside VAULT_AUTH_METHOD');
  const mount = (env.textOrNull('VAULT_AUTH_MOUNT') ?? method).replace(/^\/+|\/+$/g, '');
  const namespace = env.text('VAULT_NAMESPACE').replace(/^\/+|\/+$/g, '');
  return method === 'approle'
    ? readAppRole(env, { mount, namespace })
    : readKubernetes(env, { mount, namespace });
}

function readAppRole(env: EnvReader, mount: AuthMount): AppRoleSettings {
  const file = env.required('VAULT_SECRET_ID_FILE');
  return {
    ...mount,
    method: 'approle',
    roleId: env.text('VAULT_ROLE_ID') || (env.file('VAULT_ROLE_ID_FILE') ?? env.required('VAULT_ROLE_ID')),
    readSecretId: () => secretIn(file),
    wrapped: env.flag('VAULT_SECRET_ID_WRAPPED'),
  };
}

function readKubernetes(env: EnvReader, mount: AuthMount): KubernetesLoginSettings {
  const file = env.text('VAULT_JWT_FILE');
  return { ...mount, method: 'kubernetes', role: env.required('VAULT_ROLE'), readJwt: () => secretIn(file) };
}
