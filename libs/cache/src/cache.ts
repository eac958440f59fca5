import { randomUUID } from 'node:crypto';

/** A lock that was won. It lapses by itself after its time to live unless renewed (D83). */
export interface Lock {
  /** Starts the time to live afresh. False: it lapsed, and may be another's by now; stop the work. */
  renew(): Promise<boolean>;
  /** Gives the lock back. Does nothing when it is no longer ours. */
  release(): Promise<void>;
}

/** A counter after it was raised, and how long it still lives. */
export interface Tally {
  count: number;
  expiresInMs: number;
}

/**
 * What the system needs of a cache: short-lived values, counters and locks. Nothing in it is the truth (that is
 * Postgres), and every entry has a time to live in whole seconds. Each operation touches one key, so that the
 * server may be a cluster.
 *
 * Every operation rejects with CacheUnavailableError when the cache is away, within about two seconds, and is
 * never repeated behind the caller's back. A key or time to live out of range rejects with RangeError.
 */
export abstract class Cache {
  /** The value, or null when there is none. */
  abstract get(key: string): Promise<Buffer | null>;

  /** Puts a value in the place of whatever was there. */
  abstract set(key: string, value: Buffer | string, ttlSeconds: number): Promise<void>;

  /** Puts a value where there is none. False: there was one already, and it stays. */
  abstract add(key: string, value: Buffer | string, ttlSeconds: number): Promise<boolean>;

  /** Reads and deletes in one step: of any number of callers exactly one gets the value. */
  abstract take(key: string): Promise<Buffer | null>;

  /** Deletes the value if there is one. */
  abstract delete(key: string): Promise<void>;

  /** Raises a counter by one; its time to live runs from the first call. */
  abstract tally(key: string, ttlSeconds: number): Promise<Tally>;

  /** A counter as it stands, and changes nothing; 0 when there is none. */
  abstract tallied(key: string): Promise<Tally>;

  /** Resolves when the cache answers. */
  abstract ping(): Promise<void>;

  /** Lets go of connections and timers. Later operations are refused. */
  abstract close(): Promise<void>;

  protected abstract extendIfEquals(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  protected abstract deleteIfEquals(key: string, value: string): Promise<void>;

  /** Raises a counter by one and gives its new count; its time to live runs from the first call. */
  async increment(key: string, ttlSeconds: number): Promise<number> {
    return (await this.tally(key, ttlSeconds)).count;
  }

  /** Takes the lock of that name, or gives null while another holds it. */
  async acquireLock(name: string, ttlSeconds: number): Promise<Lock | null> {
    const key = `lock:${name}`;
    // Only the owner knows the token: whoever lost the lock can't renew or free it for the next owner.
    const token = randomUUID();
    if (!(await this.add(key, token, ttlSeconds))) return null;
    return {
      renew: () => this.extendIfEquals(key, token, ttlSeconds),
      release: () => this.deleteIfEquals(key, token),
    };
  }
}
