import type { StoreSettings } from '../config/store-settings.js';
import { openStore } from '../drivers/open-store.js';
import { storeAddress } from '../drivers/store-address.js';
import type { StoreContext, StoreDriver } from '../drivers/store-driver.js';

/** Opens the store that a connection's type and scope name. @throws StoreError as storeAddress does */
export async function openByScope(
  type: string,
  context: StoreContext & { stores: StoreSettings },
): Promise<StoreDriver> {
  return openStore(storeAddress({ type, scope: context.scope }, context.stores), context);
}
