import { isSecretRef } from '#libs/agent-protocol';
import { scopeText } from '../scope-text.js';
import { scopeUrl } from '../scope-url.js';
import { StoreError } from '../store-error.js';

/** The scope of a vault connection. Paths have no leading or trailing slashes; prefix may be ''. */
export interface VaultScope {
  address: string;
  mount: string;
  prefix: string;
  namespace: string;
}

/** Parses a connection's scope (address, kvMount, kvPrefix?, namespace?). @throws StoreError scope_invalid */
export function parseVaultScope(scope: Record<string, unknown>): VaultScope {
  const mount = pathIn(scope, 'kvMount');
  if (mount === '') throw new StoreError('scope_invalid');
  return {
    address: scopeUrl(scopeText(scope, 'address')),
    mount,
    prefix: pathIn(scope, 'kvPrefix'),
    namespace: pathIn(scope, 'namespace'),
  };
}

function pathIn(scope: Record<string, unknown>, key: string): string {
  const path = scopeText(scope, key).replace(/^\/+|\/+$/g, '');
  if (path !== '' && !isSecretRef(path)) throw new StoreError('scope_invalid');
  return path;
}
