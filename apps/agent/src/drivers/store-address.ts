import type { StoreSettings } from '../config/store-settings.js';
import { isLoopback } from '../http/loopback.js';
import { AllowedAddress, STORE_TYPES, type StoreType } from './allowed-address.js';
import { parseSecretsManagerScope, secretsManagerUrl } from './cloud1-sm/secrets-manager-scope.js';
import { keyVaultUrl, parseKeyVaultScope } from './cloud2-kv/key-vault-scope.js';
import { googleSecretsUrl, parseGoogleSecretsScope } from './cloud3-sm/google-secrets-scope.js';
import { parseNamespace } from './orchestrator/cluster-secret-ref.js';
import { StoreError } from './store-error.js';
import { parseVaultScope } from './vault/vault-scope.js';

/** A store as a connection of the control plane names it. */
export interface NamedStore {
  type: string;
  scope: Record<string, unknown>;
}

export interface StoreAddress {
  address: AllowedAddress;
  /** PEM of the authority to trust instead of the system's. */
  ca: string | null;
  /** The variable in which that is set. */
  caSetting: string;
}

interface Place {
  url: string;
  /** The address of the type's own setting, which rules out every other. */
  pinned: string | null;
  ca?: string | null;
  caSetting?: string;
}

/** Where a scope of each type points; a type without a line here can't be opened. */
const PLACES: Record<StoreType, (scope: Record<string, unknown>, settings: StoreSettings) => Place> = {
  vault: (scope, { vault }) => ({
    url: parseVaultScope(scope).address,
    pinned: vault.address,
    ca: vault.ca,
    caSetting: 'VAULT_CACERT',
  }),
  'cloud1-sm': (scope, { secretsManager: { endpoint } }) => ({
    url: secretsManagerUrl(parseSecretsManagerScope(scope), endpoint),
    pinned: endpoint,
  }),
  'cloud2-kv': (scope, { keyVault }) => {
    const url = keyVaultUrl(parseKeyVaultScope(scope), keyVault);
    const pinned = keyVault.url === null ? null : url;
    return { url, pinned, ca: keyVault.ca, caSetting: 'SVC_AZURE_KEY_VAULT_CA_FILE' };
  },
  'cloud3-sm': (scope, { googleSecrets }) => {
    parseGoogleSecretsScope(scope);
    return { url: googleSecretsUrl(googleSecrets), pinned: googleSecrets.url };
  },
  orchestrator: (scope, { kubernetes }) => {
    const { url } = kubernetes;
    parseNamespace(scope);
    if (url === null) throw new StoreError('store_credentials_missing');
    return { url, pinned: url, ca: kubernetes.readCa(), caSetting: 'SVC_KUBERNETES_CA_FILE' };
  },
};

/**
 * Returns where the agent reaches this store, once that is allowed.
 * @throws StoreError provider_type_unsupported, scope_invalid, address_not_allowed, store_address_insecure
 */
export function storeAddress({ type, scope }: NamedStore, settings: StoreSettings): StoreAddress {
  if (!isStoreType(type)) throw new StoreError('provider_type_unsupported');
  const { ca = null, caSetting = 'NODE_EXTRA_CA_CERTS', pinned, url } = PLACES[type](scope, settings);
  const address = AllowedAddress.check(type, new URL(url), { pinned, listed: settings.addresses });
  const { hostname, protocol } = new URL(url);
  const isSecure = protocol === 'https:' || isLoopback(hostname) || settings.vault.allowInsecure;
  if (!isSecure) throw new StoreError('store_address_insecure');
  return { address, ca, caSetting };
}

export function isStoreType(type: string): type is StoreType {
  return (STORE_TYPES as readonly string[]).includes(type);
}
