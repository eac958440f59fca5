import type { ProviderType } from '#libs/connection-scope';
import type { StoreSettings } from '../config/store-settings.js';
import { isLoopback } from '../http/loopback.js';
import { AllowedAddress } from './allowed-address.js';
import type { StoreEndpoint } from './provider-driver.js';
import { DRIVERS, hasDriver } from './provider-drivers.js';
import { StoreError } from './store-error.js';

/** Type and scope of a connection's store. */
export interface NamedStore {
  type: string;
  scope: Record<string, unknown>;
}

export interface StoreAddress {
  type: ProviderType;
  address: AllowedAddress;
  /** Certificate authority in PEM; null for the system's. */
  ca: string | null;
  /** The variable that sets the certificate authority. */
  caSetting: string;
  /** What the store limits requests by besides its address; null for nothing else. */
  quota: string | null;
}

/**
 * Returns the address at which the agent reaches this store, after checking that it is allowed.
 * @throws StoreError provider_type_unsupported, scope_invalid, address_not_allowed, store_address_insecure
 */
export function storeAddress({ type, scope }: NamedStore, settings: StoreSettings): StoreAddress {
  if (!hasDriver(type)) throw new StoreError('provider_type_unsupported');
  const endpoint = endpointOf(type, scope, settings);
  const { ca = null, caSetting = 'NODE_EXTRA_CA_CERTS', pinned, quota = null, url } = endpoint;
  const { vendorHosts } = DRIVERS[type];
  const address = AllowedAddress.check(new URL(url), { pinned, listed: settings.addresses, vendorHosts });
  const { hostname, protocol } = new URL(url);
  const isSecure = protocol === 'https:' || isLoopback(hostname) || settings.allowInsecure;
  if (!isSecure) throw new StoreError('store_address_insecure');
  return { type, address, ca, caSetting, quota };
}

function endpointOf<T extends ProviderType>(
  type: T,
  scope: Record<string, unknown>,
  settings: StoreSettings,
): StoreEndpoint {
  return DRIVERS[type].address(scope, settings[type]);
}
