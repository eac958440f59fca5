import type { SecretName } from '../../identity/state-secret.js';
import { scopeText } from '../scope-text.js';
import { StoreError } from '../store-error.js';

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Parses a connection's scope (namespace?); returns '' for all namespaces. @throws StoreError scope_invalid */
export function parseNamespace(scope: Record<string, unknown>): string {
  const namespace = scopeText(scope, 'namespace');
  if (namespace !== '' && !NAMESPACE.test(namespace)) throw new StoreError('scope_invalid');
  return namespace;
}

/**
 * Parses a secret_ref: a name if the connection has a namespace, else `namespace/name`. A secret has only one ref.
 * @param only the connection's namespace, '' for all
 * @throws StoreError secret_ref_invalid
 */
export function parseClusterRef(ref: string, only: string): SecretName {
  const [first = '', second, ...rest] = ref.split('/');
  const parsed = only === '' ? { namespace: first, name: second ?? '' } : { namespace: only, name: first };
  const isWhole = rest.length === 0 && (second === undefined) === (only !== '');
  if (!isWhole || !NAMESPACE.test(parsed.namespace) || !NAME.test(parsed.name)) {
    throw new StoreError('secret_ref_invalid');
  }
  return parsed;
}

/** Returns the ref of a discovered secret; null if it can't have one. */
export function clusterRefOf(namespace: unknown, name: unknown, only: string): string | null {
  if (typeof namespace !== 'string' || typeof name !== 'string') return null;
  const ref = only === '' ? `${namespace}/${name}` : name;
  try {
    parseClusterRef(ref, only);
    return ref;
  } catch {
    return null;
  }
}
