import type { EnvReader } from '../config/env-reader.js';
import type { AllowedAddress } from './allowed-address.js';
import type { DriverContext, StoreDriver } from './store-driver.js';

/** Where a connection's scope points, before that is allowed. */
export interface StoreEndpoint {
  readonly url: string;
  /** The address of the type's own setting, which rules out every other; null where none is set. */
  readonly pinned: string | null;
  /** PEM of the authority to trust instead of the system's. */
  readonly ca?: string | null;
  /** The variable in which that is set. */
  readonly caSetting?: string;
  /** What the store limits requests by besides its address: one address may serve every customer's projects. */
  readonly quota?: string;
}

/**
 * What a provider type consists of. `drivers/<type>/index.ts` exports one; it imports no SDK, so that an agent loads the
 * SDKs of its own stores alone.
 */
export interface ProviderDriver<Settings> {
  /** Reads what the operator sets for the type; faults are left in `env`. */
  settings(env: EnvReader): Settings;
  /** Returns where a scope points. @throws StoreError scope_invalid, store_credentials_missing */
  address(scope: Record<string, unknown>, settings: Settings): StoreEndpoint;
  /** Matches the hosts at which only the vendor can run a server. */
  readonly vendorHosts: readonly RegExp[];
  /** Opens a store at the one address that is allowed; nothing may be sent anywhere else because of the scope. */
  open(context: DriverContext<Settings>, address: AllowedAddress): Promise<StoreDriver>;
  /** Where the agent's identity at the store comes from, as `doctor` prints it. */
  readonly advice: string;
}
