import type { StoreErrorCode } from '../drivers/store-error.js';

/** Where each type's identity comes from. */
const IDENTITY = new Map<string, string>([
  ['vault', 'VAULT_TOKEN_FILE, or VAULT_AUTH_METHOD with its settings'],
  ['cloud1-sm', 'the AWS default chain (role of the instance, pod or task, or AWS_ variables)'],
  ['cloud2-kv', 'the Azure default chain (workload or managed identity, or AZURE_ variables)'],
  ['cloud3-sm', 'Google’s application default credentials'],
  ['orchestrator', 'the pod’s service account, or SVC_KUBERNETES_TOKEN_FILE'],
]);

const ADVICE: Partial<Record<StoreErrorCode, string>> = {
  provider_type_unsupported:
    'This agent has no driver for that type: check its spelling, or use a newer agent.',
  scope_invalid: 'Give the scope as the connection has it; docs/agent.md lists the keys of each type.',
  store_address_insecure:
    'Use https, or set SVC_ALLOW_INSECURE_STORE_ADDR=true where nobody else is on that network.',
  address_not_allowed:
    'If that is where the store is, name it in VAULT_ADDR (vault) or SVC_AGENT_STORE_ADDRESSES; if not, the connection is wrong, or somebody changed it.',
  store_sealed: 'Unseal the store.',
  store_throttled: 'The store is busy: ask again later, and lower SVC_AGENT_STORE_RATE.',
  mount_not_found: 'Check kvMount: there is no such mount, or the agent’s policy says nothing of it.',
  mount_not_kv2: 'The mount is no key-value engine of version 2.',
  namespace_not_found: 'Check the namespace in the scope.',
  store_tls_failed: 'Look at the TLS line above, or give the certificate authority to trust.',
  store_dns_failed: 'A name that the login or the store needs can not be resolved.',
};

/** What to do about a driver's failed check. */
export function adviceForStore(code: StoreErrorCode, type: string): string {
  const identity = IDENTITY.get(type) ?? 'its settings';
  if (code === 'store_credentials_missing')
    return `The agent has no identity for this store: it comes from ${identity}.`;
  if (code === 'store_login_refused')
    return `The store refuses the identity from ${identity}: check role, secret and expiry.`;
  if (code === 'permission_denied') {
    return `The identity from ${identity} is expired or may not do this: check it, and the rights that docs/agent.md lists.`;
  }
  return ADVICE[code] ?? 'Ask again later; if it stays so, look at the store’s own log.';
}
