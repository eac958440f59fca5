import type { SecretBytes } from '#libs/secret-bytes';
import type { Clock } from '../clock.js';
import type { DiscoveryNotes } from './discovery-notes.js';
import type { RateLimiter } from './rate-limiter.js';
import type { StoreSessions } from './store-sessions.js';

/** A discovered secret: names and labels, never a value. Sent to the control plane unchanged. */
export interface DiscoveredSecret {
  ref: string;
  keys: string[];
  labels: Record<string, string>;
  version?: string;
}

/** A store, opened for one job. Every method throws StoreError. */
export interface StoreDriver {
  /** Returns the values of exactly these keys; the caller wipes them. */
  read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>>;
  /** Sets these keys and keeps all others, even with concurrent writers. */
  patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void>;
  /** Returns all secrets in the connection's scope, in pages of at most 1,000. @param notes collects what is skipped */
  discover(notes?: DiscoveryNotes): AsyncIterable<DiscoveredSecret[]>;
  /** Checks that the store responds, accepts the credentials and contains what the scope names, by starting a discovery. */
  check(notes?: DiscoveryNotes): Promise<void>;
}

/** What a job passes to open a store. */
export interface StoreContext {
  /** The connection's scope; it comes from the control plane, unchecked and not trusted. */
  scope: Record<string, unknown>;
  clock: Clock;
  signal: AbortSignal;
  /** Keeps sessions, such as logins, beyond the job; without it, they end with the job. */
  sessions?: StoreSessions;
  /**
   * The store's rate limiter. Operations wait for it anyway; a driver that sends many requests per operation waits before
   * each.
   */
  limiter?: RateLimiter;
}

/** What a driver receives to open a store. */
export interface DriverContext<Settings> extends StoreContext {
  /** The operator's settings for this type of store. */
  settings: Settings;
}
