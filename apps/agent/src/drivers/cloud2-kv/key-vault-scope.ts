import { scopeName } from '../scope-text.js';

export interface KeyVaultSettings {
  /** Where vaults are instead of `https://{vaultName}.vault.azure.net`; `{vaultName}` stands for the name. */
  url: string | null;
  /** PEM of the certificate authority to trust instead of the system's. */
  ca: string | null;
}

/** Where a cloud2-kv connection points, and which of the agent's identities asks. */
export interface KeyVaultScope {
  vaultName: string;
  tenantId: string;
  clientId: string;
}

const VENDOR = 'https://{vaultName}.vault.azure.net';
const VAULT_NAME = /^[A-Za-z][A-Za-z0-9-]{1,22}[A-Za-z0-9]$/;
const ID = /^[0-9a-fA-F-]{36}$/;
// A UUID or a domain name. It becomes a segment of the path at the login service: never `.` or `..`.
const TENANT =
  /^(?=.{1,255}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/** Takes a connection's scope (vaultName, tenantId, clientId). @throws StoreError scope_invalid */
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
