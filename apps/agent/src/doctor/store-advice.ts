import { STORE_ERRORS, type StoreErrorCode } from '../drivers/store-errors.js';

/** Where each type's identity comes from. */
const IDENTITY = new Map<string, string>([
  ['vault', 'VAULT_TOKEN_FILE, or VAULT_AUTH_METHOD with its settings'],
  ['cloud1-sm', 'the AWS default chain (role of the instance, pod or task, or AWS_ variables)'],
  ['cloud2-kv', 'the Azure default chain (workload or managed identity, or AZURE_ variables)'],
  ['cloud3-sm', 'Google’s application default credentials'],
  ['orchestrator', 'the pod’s service account, or SVC_KUBERNETES_TOKEN_FILE'],
]);

const ABOUT_IDENTITY = new Set<StoreErrorCode>([
  'store_credentials_missing',
  'store_login_refused',
  'permission_denied',
]);

/** Returns what to do about a code, by the table that the reference is made of; for a type's identity, where that is set. */
export function adviceForStore(code: StoreErrorCode, type: string): string {
  const { action } = STORE_ERRORS[code];
  const identity = IDENTITY.get(type);
  return identity && ABOUT_IDENTITY.has(code) ? `${action} The identity comes from ${identity}.` : action;
}
