import type { SecretBytes } from '#libs/secret-bytes';
import type { Clock } from '../clock.js';
import type { DiscoveryNotes } from './discovery-notes.js';
import type { RateLimiter } from './rate-limiter.js';
import type { StoreSessions } from './store-sessions.js';

/** One secret found in a store: names and labels, never a value. Sent over the wire unchanged. */
export interface DiscoveredSecret {
  ref: string;
  keys: string[];
  labels: Record<string, string>;
  version?: string;
}

/** One store, opened for one job. Every method throws StoreError. */
export interface StoreDriver {
  /** Returns the values of exactly these keys; the caller wipes them. */
  read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>>;
  /** Sets these keys and keeps every other, also against a writer at the same time. */
  patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void>;
  /**
   * Returns every secret in the connection's scope, in pages of at most 1,000. @param notes collects what is left out
   */
  discover(notes?: DiscoveryNotes): AsyncIterable<DiscoveredSecret[]>;
  /** Returns whether the store answers, accepts the credentials and holds what the scope names: the beginning of a discovery. */
  check(notes?: DiscoveryNotes): Promise<void>;
}

/** What a store is opened with for one job. */
export interface JobContext {
  /** The connection's scope, unchecked; it comes from the control plane and is not trusted. */
  scope: Record<string, unknown>;
  clock: Clock;
  signal: AbortSignal;
  /** Where a driver keeps what outlives a job, such as a login; without it, that is forgotten with the job. */
  sessions?: StoreSessions;
  /** What holds the agent back from this store. Operations wait for it anyway; a driver that sends many requests for one operation takes a turn for each. */
  limiter?: RateLimiter;
}

/** What a driver is opened with. */
export interface DriverContext<Settings> extends JobContext {
  /** What the operator has set for this type of store. */
  settings: Settings;
}
