import { Redis, type RedisOptions } from 'ioredis';
import { cacheKey } from './cache-key.js';
import { cacheTtl } from './cache-ttl.js';
import { CacheUnavailableError } from './cache.errors.js';
import { Cache, type Tally } from './cache.js';

const TIMEOUT_MS = 1_000;

/**
 * Fail fast and heal alone: commands wait for nothing but a connection attempt under way, are never queued for a
 * later connection, and are never sent twice (a repeated GETDEL or INCR would change its meaning).
 */
const OPTIONS: RedisOptions = {
  connectTimeout: TIMEOUT_MS,
  commandTimeout: TIMEOUT_MS,
  // Commands time out first; a connection that stays silent longer is dead and is replaced.
  socketTimeout: 2 * TIMEOUT_MS,
  maxLoadingRetryTime: TIMEOUT_MS,
  disconnectTimeout: 200,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  retryStrategy: (attempt) => Math.min(50 * 2 ** (attempt - 1), 1_000) + Math.random() * 100,
  // After a failover the old primary answers READONLY: look the address up again.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
};

// Scripts name one key each, so that they run on a cluster. A counter without an expiry can't come to be.
const TALLY = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  left = ARGV[1] * 1000
end
return {count, left}`;
const TALLIED = `return {redis.call('GET', KEYS[1]) or '0', redis.call('PTTL', KEYS[1])}`;
const EXTEND_IF_EQUALS = `
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('EXPIRE', KEYS[1], ARGV[2]) or 0`;
const DELETE_IF_EQUALS = `
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;

/** The `redis://` and `rediss://` driver. Needs Redis 6.2 or newer (GETDEL), or Valkey. */
export class RedisCache extends Cache {
  private readonly redis: Redis;
  private opening: Promise<void> | undefined;
  private lastFailure = 'DISCONNECTED';

  /** Starts to connect without waiting: a process boots while Redis is unreachable. */
  constructor(url: string) {
    super();
    this.redis = new Redis(url, OPTIONS);
    // Without a listener the client prints the error; callers and /readyz report it by its reason instead.
    this.redis.on('error', (error: unknown) => {
      this.lastFailure = reasonOf(error);
    });
  }

  async get(key: string): Promise<Buffer | null> {
    const name = cacheKey(key);
    return this.run((redis) => redis.getBuffer(name));
  }

  async set(key: string, value: Buffer | string, ttlSeconds: number): Promise<void> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    await this.run((redis) => redis.set(name, value, 'EX', ttl));
  }

  async add(key: string, value: Buffer | string, ttlSeconds: number): Promise<boolean> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    return (await this.run((redis) => redis.set(name, value, 'EX', ttl, 'NX'))) === 'OK';
  }

  async take(key: string): Promise<Buffer | null> {
    const name = cacheKey(key);
    return this.run((redis) => redis.getdelBuffer(name));
  }

  async delete(key: string): Promise<void> {
    const name = cacheKey(key);
    await this.run((redis) => redis.del(name));
  }

  async tally(key: string, ttlSeconds: number): Promise<Tally> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    const reply = await this.run((redis) => redis.eval(TALLY, 1, name, ttl));
    const [count, expiresInMs] = reply as [number, number];
    return { count, expiresInMs };
  }

  async tallied(key: string): Promise<Tally> {
    const name = cacheKey(key);
    const [count, left] = (await this.run((redis) => redis.eval(TALLIED, 1, name))) as [string, number];
    return { count: Number(count), expiresInMs: Math.max(0, left) };
  }

  async ping(): Promise<void> {
    await this.run((redis) => redis.ping());
  }

  async close(): Promise<void> {
    this.lastFailure = 'CLOSED';
    // QUIT lets commands under way finish; a server that does not answer it is left without a farewell.
    if (this.redis.status === 'ready') await this.redis.quit().catch(() => undefined);
    if (this.redis.status !== 'end') this.redis.disconnect();
  }

  protected async extendIfEquals(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    return (await this.run((redis) => redis.eval(EXTEND_IF_EQUALS, 1, name, value, ttl))) === 1;
  }

  protected async deleteIfEquals(key: string, value: string): Promise<void> {
    const name = cacheKey(key);
    await this.run((redis) => redis.eval(DELETE_IF_EQUALS, 1, name, value));
  }

  private async run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    const { status } = this.redis;
    if (status === 'connecting' || status === 'connect') await this.attemptUnderWay();
    if (this.redis.status !== 'ready') throw new CacheUnavailableError(this.lastFailure);
    try {
      return await command(this.redis);
    } catch (error) {
      throw new CacheUnavailableError(reasonOf(error));
    }
  }

  /** Settles when the connection attempt under way has succeeded or failed, or has taken too long; shared by all callers. */
  private attemptUnderWay(): Promise<void> {
    this.opening ??= new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        for (const event of ['ready', 'close', 'end']) this.redis.off(event, settle);
        this.opening = undefined;
        resolve();
      };
      const timer = setTimeout(settle, TIMEOUT_MS);
      for (const event of ['ready', 'close', 'end']) this.redis.on(event, settle);
    });
    return this.opening;
  }
}

/** Returns a code for the failure: the network's, or the first word of Redis' answer; never its arguments. */
function reasonOf(error: unknown): string {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code;
  if (/timed? ?out/i.test(message)) return 'TIMEOUT';
  return /^[A-Z]{2,}(?= )/.exec(message)?.[0] ?? 'DISCONNECTED';
}
