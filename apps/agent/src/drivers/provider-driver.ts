import type { EnvReader } from '../config/env-reader.js';
import type { AllowedAddress } from './allowed-address.js';
import type { DriverContext, StoreDriver } from './store-driver.js';

/** The address of a connection's scope, before it is checked. */
export interface StoreEndpoint {
  readonly url: string;
  /** The address of the type's own setting, which excludes all others; null if it is not set. */
  readonly pinned: string | null;
  /** Certificate authority in PEM; absent or null for the system's. */
  readonly ca?: string | null;
  /** The variable that sets the certificate authority. */
  readonly caSetting?: string;
  /** What the store limits requests by besides its address, since one address may serve all customers' projects. */
  readonly quota?: string;
}

/**
 * A provider type. `drivers/<type>/index.ts` exports one; it imports no SDK, so that an agent loads only the SDKs of its own
 * stores.
 */
export interface ProviderDriver<Settings> {
  /** Reads the operator's settings for the type; faults are collected in `env`. */
  settings(env: EnvReader): Settings;
  /** Returns the address of a scope. @throws StoreError scope_invalid, store_credentials_missing */
  address(scope: Record<string, unknown>, settings: Settings): StoreEndpoint;
  /** Match the hosts at which only the vendor can run a server. */
  readonly vendorHosts: readonly RegExp[];
  /** Opens a store at the allowed address; the scope must not cause anything to be sent elsewhere. */
  open(context: DriverContext<Settings>, address: AllowedAddress): Promise<StoreDriver>;
  /** Where the agent's identity at the store comes from, as `doctor` prints it. */
  readonly advice: string;
}
