import { Cluster, Redis } from 'ioredis';
import { parseCacheAddress } from '../../libs/config/src/parse-cache-address.js';

/** Reads and changes what a stack's cache holds, on one server or on all primaries of a cluster. */
export class CacheContent {
  private constructor(private readonly client: Redis | Cluster) {}

  /** Connects to the cache of a REDIS_URL; the caller disconnects. A lost connection fails the calls that follow. */
  static open(url: string): CacheContent {
    const address = parseCacheAddress(url);
    const client =
      address.kind === 'cluster'
        ? new Cluster([...address.servers], { clusterRetryStrategy: () => null })
        : new Redis(url, { retryStrategy: () => null });
    client.on('error', () => undefined); // The commands say it.
    return new CacheContent(client);
  }

  /** Returns every key, and every value as Redis dumps it. */
  async dump(): Promise<Buffer> {
    const contents: Buffer[] = [];
    for (const server of await this.servers()) {
      // A compressed dump would hide what it holds.
      await server.config('SET', 'rdbcompression', 'no');
      for (const key of await server.keys('*'))
        contents.push(Buffer.from(`${key}\n`), (await server.dumpBuffer(key)) ?? Buffer.alloc(0));
    }
    return Buffer.concat(contents);
  }

  /** Returns the keys that match the pattern of Redis's KEYS. */
  async keys(pattern: string): Promise<string[]> {
    return (await Promise.all((await this.servers()).map((server) => server.keys(pattern)))).flat();
  }

  get(key: string): Promise<string | null> {
    return this.client.get(key);
  }

  getBuffer(key: string): Promise<Buffer | null> {
    return this.client.getBuffer(key);
  }

  async set(key: string, value: string | Buffer, ttlSeconds: number): Promise<void> {
    await this.client.set(key, value, 'EX', ttlSeconds);
  }

  /** Returns the seconds until the key expires. */
  ttl(key: string): Promise<number> {
    return this.client.ttl(key);
  }

  async del(...keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.client.del(key)));
  }

  async clear(): Promise<void> {
    await Promise.all((await this.servers()).map((server) => server.flushall()));
  }

  disconnect(): void {
    this.client.disconnect();
  }

  private async servers(): Promise<Redis[]> {
    if (this.client instanceof Redis) return [this.client];
    // A cluster's client knows its primaries once it has connected.
    await this.client.ping();
    return this.client.nodes('master');
  }
}
