import type { ProviderType } from '#libs/connection-scope';
import type { StoreSettings } from '../config/store-settings.js';
import { DRIVERS } from './provider-drivers.js';
import type { StoreAddress } from './store-address.js';
import type { StoreContext, StoreDriver } from './store-driver.js';

/** Opens a connection's store by its provider type, at the address that was found to be allowed. */
export function openStore<T extends ProviderType>(
  { address, type }: StoreAddress & { readonly type: T },
  { stores, ...context }: StoreContext & { stores: StoreSettings },
): Promise<StoreDriver> {
  return DRIVERS[type].open({ ...context, settings: stores[type] }, address);
}
