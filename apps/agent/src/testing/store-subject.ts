import { SecretBytes } from '#libs/secret-bytes';
import type { DiscoveredSecret, StoreDriver } from '../drivers/store-driver.js';
import type { FakeStoreServer } from './fake-store-server.js';
import type { ManualClock } from './manual-clock.js';

/** How a test opens its store. */
export interface OpenOptions {
  /** With an identity that the store doesn't know or allow. */
  refused?: boolean;
  signal?: AbortSignal;
  /** Members of the connection's scope beside what the subject gives it. */
  scope?: object;
}

/** A store with a server of its own for one test. */
export interface StoreSubject {
  server: FakeStoreServer;
  clock: ManualClock;
  /** Returns the store as the agent opens it. */
  open(options?: OpenOptions): Promise<StoreDriver>;
  /** Returns the secret_ref for a name of lower-case letters and digits, where the store has folders in one. */
  ref(name: string): string;
  /** Writes a whole new version, as another client does. */
  put(ref: string, members: Record<string, string>, labels?: Record<string, string>): Promise<void> | void;
  /** Returns what another client finds: the newest version's keys; null for none. */
  get(ref: string): Promise<Record<string, string> | null> | Record<string, string> | null;
  /** Whether a ref is of this test, in a store that others use too. Default: all are. */
  owns?(ref: string): boolean;
  stop(): Promise<void>;
}

/** What a store does in its own way. */
export interface StoreTraits {
  /** The line of a driver's request that writes. */
  write: RegExp;
  /** Refs that are no secret's name, or a second name of one. */
  foreignRefs: string[];
  /** Whether discovery can know the keys without a value. */
  keysWithoutValues: boolean;
  /** Whether a value may be any bytes. */
  takesBytes: boolean;
  /** How the store says that it is throttling. */
  throttled: { status: number; body: unknown };
  /** How the store says that the identity may not; `{ status: 403 }` unless told. */
  forbidden?: { status: number; body: unknown };
  /** A page of a list at that address that leads to itself. */
  circle: (url: string) => unknown;
  /** False for a server that knows no identities. */
  refuses?: boolean;
  /** Code of a refused identity. */
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

/** All pages of a discovery. */
export async function discoverAll(driver: StoreDriver): Promise<DiscoveredSecret[]> {
  const found: DiscoveredSecret[] = [];
  for await (const page of driver.discover()) found.push(...page);
  return found;
}
