import { SecretBytes } from '#libs/secret-bytes';
import type { DiscoveredSecret, StoreDriver } from '../drivers/store-driver.js';
import type { FakeStoreServer } from './fake-store-server.js';
import type { ManualClock } from './manual-clock.js';

/** Options for opening the store under test. */
export interface OpenOptions {
  /** With an identity that the store doesn't accept. */
  refused?: boolean;
  signal?: AbortSignal;
  /** Additional members of the connection's scope. */
  scope?: object;
}

/** A store under test with a server of its own. */
export interface StoreSubject {
  server: FakeStoreServer;
  clock: ManualClock;
  /** Returns the store as the agent opens it. */
  open(options?: OpenOptions): Promise<StoreDriver>;
  /** Returns the secret_ref for a name of lower-case letters and digits, in a folder if the store supports them. */
  ref(name: string): string;
  /** Writes a new version, as another client does. */
  put(ref: string, members: Record<string, string>, labels?: Record<string, string>): Promise<void> | void;
  /** Returns the newest version's keys, as another client reads them; null for none. */
  get(ref: string): Promise<Record<string, string> | null> | Record<string, string> | null;
  /** Whether a ref belongs to this test, in a shared store. Default: all do. */
  owns?(ref: string): boolean;
  stop(): Promise<void>;
}

/** How stores differ. */
export interface StoreTraits {
  /** Matches the line of the driver's write request. */
  write: RegExp;
  /** Invalid refs: not the name of a secret, or a second name of one. */
  foreignRefs: string[];
  /** Whether discovery can list the keys without reading a value. */
  keysWithoutValues: boolean;
  /** Whether a value may be arbitrary bytes. */
  takesBytes: boolean;
  /** The store's response when it throttles. */
  throttled: { status: number; body: unknown };
  /** The store's response for a missing permission; `{ status: 403 }` by default. */
  forbidden?: { status: number; body: unknown };
  /** A page at that address whose next link is itself. */
  circle: (url: string) => unknown;
  /** False for a server that doesn't check identities. */
  refuses?: boolean;
  /** The code for a refused identity. */
  refusedCode?: string;
}

/** Returns the texts of values. */
export function textsOf(values: ReadonlyMap<string, SecretBytes>): Record<string, string> {
  const texts = [...values].map(([key, value]) => [key, Buffer.from(value.reveal()).toString('utf8')]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Values to be written. */
export function valuesOf(texts: Record<string, string>): Map<string, SecretBytes> {
  return new Map(Object.entries(texts).map(([key, text]) => [key, SecretBytes.fromUtf8(text)]));
}

/** Returns the secrets of all pages of a discovery. */
export async function discoverAll(driver: StoreDriver): Promise<DiscoveredSecret[]> {
  const found: DiscoveredSecret[] = [];
  for await (const page of driver.discover()) found.push(...page);
  return found;
}
