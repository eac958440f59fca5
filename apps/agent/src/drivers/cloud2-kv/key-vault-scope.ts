import type { KeyVaultSettings } from '../../config/cloud-store-settings.js';
import { scopeName } from '../scope-text.js';

/** Where a cloud2-kv connection points, and which of the agent's identities asks. */
export interface KeyVaultScope {
  url: string;
  tenantId: string;
  clientId: string;
}

const VENDOR = 'https://{vaultName}.vault.azure.net';
const VAULT_NAME = /^[A-Za-z][A-Za-z0-9-]{1,22}[A-Za-z0-9]$/;
const ID = /^[0-9a-fA-F-]{36}$/;
const TENANT = /^[A-Za-z0-9.-]{1,255}$/;

/** Takes a connection's scope (vaultName, tenantId, clientId). @throws StoreError scope_invalid */
export function parseKeyVaultScope(
  scope: Record<string, unknown>,
  settings: KeyVaultSettings,
): KeyVaultScope {
  const name = scopeName(scope, 'vaultName', VAULT_NAME).toLowerCase();
  return {
    url: (settings.url ?? VENDOR).replace('{vaultName}', name),
    tenantId: scopeName(scope, 'tenantId', TENANT),
    clientId: scopeName(scope, 'clientId', ID),
  };
}
