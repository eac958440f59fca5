import type { ProviderType } from '#libs/connection-scope';
import type { StoreSettings } from '../config/store-settings.js';
import type { AllowedAddress } from './allowed-address.js';
import { DRIVERS, hasDriver } from './provider-drivers.js';
import { storeAddress } from './store-address.js';
import type { JobContext, StoreDriver } from './store-driver.js';
import { StoreError } from './store-error.js';

/**
 * Opens the store of a connection by its provider type, at an address that is allowed.
 *
 * @throws StoreError for types without a driver, and as storeAddress does
 */
export async function openStore(
  type: string,
  { stores, ...context }: JobContext & { stores: StoreSettings },
): Promise<StoreDriver> {
  if (!hasDriver(type)) throw new StoreError('provider_type_unsupported');
  const { address } = storeAddress({ type, scope: context.scope }, stores);
  return openAt(type, context, stores, address);
}

function openAt<T extends ProviderType>(
  type: T,
  context: JobContext,
  stores: StoreSettings,
  address: AllowedAddress,
): Promise<StoreDriver> {
  return DRIVERS[type].open({ ...context, settings: stores[type] }, address);
}
