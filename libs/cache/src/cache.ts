import { randomUUID } from 'node:crypto';

/** A lock that was acquired. It expires after its time to live unless renewed (D83). */
export interface Lock {
  /** Restarts the time to live. False: the lock expired and may have another owner by now; stop the work. */
  renew(): Promise<boolean>;
  /** Releases the lock. Does nothing when it has expired or has another owner. */
  release(): Promise<void>;
}

/** The count of a counter, with its remaining time to live. */
export interface Counter {
  count: number;
  expiresInMs: number;
}

/**
 * The cache port: short-lived values, counters and locks. Postgres is the source of truth, never the cache. Every entry
 * has a time to live in whole seconds. Each operation touches one key, so that the server may be a cluster.
 *
 * Every operation rejects with CacheUnavailableError when the cache cannot be reached, within about two seconds, and is
 * never retried. A key or time to live out of range rejects with RangeError.
 */
export abstract class Cache {
  /** Returns the value, null when there is none. */
  abstract get(key: string): Promise<Buffer | null>;

  /** Stores a value, replacing an earlier one. */
  abstract set(key: string, value: Buffer | string, ttlSeconds: number): Promise<void>;

  /** Stores a value if the key has none. False: there was one already, and it stays. */
  abstract add(key: string, value: Buffer | string, ttlSeconds: number): Promise<boolean>;

  /** Reads and deletes in one step: of any number of callers exactly one gets the value. */
  abstract take(key: string): Promise<Buffer | null>;

  /** Deletes the value if there is one. */
  abstract delete(key: string): Promise<void>;

  /** Increments a counter; its time to live runs from the first call. */
  abstract increment(key: string, ttlSeconds: number): Promise<Counter>;

  /** Returns a counter without changing it; 0 when there is none. */
  abstract counter(key: string): Promise<Counter>;

  /** Resolves when the cache answers and takes writes. */
  abstract ping(): Promise<void>;

  /** Closes connections and timers. Later operations are refused. */
  abstract close(): Promise<void>;

  protected abstract extendIfEquals(key: string, value: string, ttlSeconds: number): Promise<boolean>;
  protected abstract deleteIfEquals(key: string, value: string): Promise<void>;

  /** Acquires the lock of that name; null while another owner holds it. */
  async acquireLock(name: string, ttlSeconds: number): Promise<Lock | null> {
    const key = `lock:${name}`;
    // Only the owner knows the token: a former owner can't renew or release the lock of the next one.
    const token = randomUUID();
    if (!(await this.add(key, token, ttlSeconds))) return null;
    return {
      renew: () => this.extendIfEquals(key, token, ttlSeconds),
      release: () => this.deleteIfEquals(key, token),
    };
  }
}
