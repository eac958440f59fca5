import { scopeText } from '../scope-text.js';
import { StoreError } from '../store-error.js';

/** Where one secret of the cluster is. */
export interface ClusterSecretRef {
  namespace: string;
  name: string;
}

const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Takes a connection's scope (namespace?); '' for every namespace. @throws StoreError scope_invalid */
export function parseNamespace(scope: Record<string, unknown>): string {
  const namespace = scopeText(scope, 'namespace');
  if (namespace !== '' && !NAMESPACE.test(namespace)) throw new StoreError('scope_invalid');
  return namespace;
}

/**
 * Takes a secret_ref: a name where the connection is for one namespace, else `namespace/name`. There is one ref only
 * for a secret.
 * @param only the connection's namespace, '' for every
 * @throws StoreError secret_ref_invalid
 */
export function parseClusterRef(ref: string, only: string): ClusterSecretRef {
  const [first = '', second, ...rest] = ref.split('/');
  const parsed = only === '' ? { namespace: first, name: second ?? '' } : { namespace: only, name: first };
  const isWhole = rest.length === 0 && (second === undefined) === (only !== '');
  if (!isWhole || !NAMESPACE.test(parsed.namespace) || !NAME.test(parsed.name)) {
    throw new StoreError('secret_ref_invalid');
  }
  return parsed;
}

/** Returns the ref of a secret that was found; null where it can't have one. */
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
