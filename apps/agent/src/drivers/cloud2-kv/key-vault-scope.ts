import { scopeName } from '../scope-text.js';

export interface KeyVaultSettings {
  /** The URL of vaults instead of `https://{vaultName}.vault.azure.net`; `{vaultName}` is replaced by the name. */
  url: string | null;
  /** Certificate authority in PEM; null for the system's. */
  ca: string | null;
}

/** The scope of a cloud2-kv connection, and which of the agent's identities to use. */
export interface KeyVaultScope {
  vaultName: string;
  tenantId: string;
  clientId: string;
}

const VENDOR = 'https://{vaultName}.vault.azure.net';
const VAULT_NAME = /^[A-Za-z][A-Za-z0-9-]{1,22}[A-Za-z0-9]$/;
const ID = /^[0-9a-fA-F-]{36}$/;
// A UUID or a domain name. It becomes a path segment at the login service, so it must not be `.` or `..`.
const TENANT =
  /^(?=.{1,255}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/** Parses a connection's scope (vaultName, tenantId, clientId). @throws StoreError scope_invalid */
export function parseKeyVaultScope(scope: Record<string, unknown>): KeyVaultScope {
  return {
    vaultName: scopeName(scope, 'vaultName', VAULT_NAME).toLowerCase(),
    tenantId: scopeName(scope, 'tenantId', TENANT),
    clientId: scopeName(scope, 'clientId', ID),
  };
}

/** Returns the address of a scope's vault. */
export function keyVaultUrl({ vaultName }: KeyVaultScope, { url }: KeyVaultSettings): string {
  return (url ?? VENDOR).replace('{vaultName}', vaultName);
}
