import { cacheKey } from './cache-key.js';
import { cacheTtl } from './cache-ttl.js';
import { CacheUnavailableError } from './cache.errors.js';
import { Cache, type Counter } from './cache.js';

const SWEEP_EVERY_MS = 5_000;

interface Entry {
  value: Buffer;
  expiresAt: number;
}

/** The `memory://` driver: the same contract within one process, for development. Gone with the process. */
export class MemoryCache extends Cache {
  private readonly entries = new Map<string, Entry>();
  private readonly sweeper = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();
  private closed = false;

  async get(key: string): Promise<Buffer | null> {
    const entry = this.find(cacheKey(key));
    return entry ? Buffer.from(entry.value) : null;
  }

  async set(key: string, value: Buffer | string, ttlSeconds: number): Promise<void> {
    this.put(cacheKey(key), value, cacheTtl(ttlSeconds));
  }

  async add(key: string, value: Buffer | string, ttlSeconds: number): Promise<boolean> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    if (this.find(name)) return false;
    this.put(name, value, ttl);
    return true;
  }

  async take(key: string): Promise<Buffer | null> {
    const name = cacheKey(key);
    const entry = this.find(name);
    this.entries.delete(name);
    return entry?.value ?? null;
  }

  async delete(key: string): Promise<void> {
    this.assertOpen();
    this.entries.delete(cacheKey(key));
  }

  async increment(key: string, ttlSeconds: number): Promise<Counter> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    const entry = this.find(name) ?? this.put(name, '0', ttl);
    const count = Number(entry.value.toString()) + 1;
    if (!Number.isSafeInteger(count)) throw new CacheUnavailableError('ERR');
    entry.value = Buffer.from(String(count));
    return { count, expiresInMs: leftOf(entry) };
  }

  async counter(key: string): Promise<Counter> {
    const entry = this.find(cacheKey(key));
    if (!entry) return { count: 0, expiresInMs: 0 };
    return { count: Number(entry.value.toString()), expiresInMs: leftOf(entry) };
  }

  async ping(): Promise<void> {
    this.assertOpen();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.sweeper);
    this.entries.clear();
  }

  protected async extendIfEquals(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    const name = cacheKey(key);
    if (this.find(name)?.value.toString() !== value) return false;
    this.put(name, value, cacheTtl(ttlSeconds));
    return true;
  }

  protected async deleteIfEquals(key: string, value: string): Promise<void> {
    const name = cacheKey(key);
    if (this.find(name)?.value.toString() === value) this.entries.delete(name);
  }

  private find(name: string): Entry | undefined {
    this.assertOpen();
    const entry = this.entries.get(name);
    return entry && entry.expiresAt > performance.now() ? entry : undefined;
  }

  private put(name: string, value: Buffer | string, ttlSeconds: number): Entry {
    this.assertOpen();
    // A copy: what the caller does to its buffer afterwards is not stored.
    const copy = Buffer.from(value as Buffer); // The overloads take a Buffer or a string, not their union.
    const entry = { value: copy, expiresAt: performance.now() + ttlSeconds * 1000 };
    this.entries.set(name, entry);
    return entry;
  }

  private sweep(): void {
    for (const [name, entry] of this.entries) {
      if (entry.expiresAt <= performance.now()) this.entries.delete(name);
    }
  }

  private assertOpen(): void {
    if (this.closed) throw new CacheUnavailableError('CLOSED');
  }
}

function leftOf({ expiresAt }: Entry): number {
  return Math.ceil(expiresAt - performance.now());
}
