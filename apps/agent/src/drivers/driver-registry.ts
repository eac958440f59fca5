import type { StoreType } from './allowed-address.js';
import { isStoreType, storeAddress } from './store-address.js';
import type { DriverContext, OpenStore, StoreDriver } from './store-driver.js';
import { StoreError } from './store-error.js';

// Each driver is loaded when a job first needs it, so that an agent carries only what it uses.
const LOADERS: Record<StoreType, () => Promise<OpenStore>> = {
  vault: async () => (await import('./vault/vault.driver.js')).openVaultStore,
  'cloud1-sm': async () => (await import('./cloud1-sm/secrets-manager.driver.js')).openSecretsManager,
  'cloud2-kv': async () => (await import('./cloud2-kv/key-vault.driver.js')).openKeyVault,
  'cloud3-sm': async () => (await import('./cloud3-sm/google-secrets.driver.js')).openGoogleSecrets,
  orchestrator: async () => (await import('./orchestrator/cluster-secrets.driver.js')).openClusterSecrets,
};

/**
 * Opens the store of a connection by its provider type, at an address that is allowed.
 * @throws StoreError for types without a driver, and as storeAddress does
 */
export async function openStore(type: string, context: DriverContext): Promise<StoreDriver> {
  if (!isStoreType(type)) throw new StoreError('provider_type_unsupported');
  const { address } = storeAddress({ type, scope: context.scope }, context.stores);
  return (await LOADERS[type]())(context, address);
}
