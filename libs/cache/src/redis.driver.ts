import { withTimeout } from '#libs/core';
import { type SpanFacts, traced } from '#libs/tracing';
import { cacheKey } from './cache-key.js';
import { cacheTtl } from './cache-ttl.js';
import { CacheUnavailableError } from './cache.errors.js';
import { Cache, type Counter } from './cache.js';
import { type RedisClient, TIMEOUT_MS } from './redis-connection.js';

// Each script has one key, so that it runs on a cluster, and sets the expiry atomically with the counter.
const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  left = ARGV[1] * 1000
end
return {count, left}`;
const READ_COUNTER = `return {redis.call('GET', KEYS[1]) or '0', redis.call('PTTL', KEYS[1])}`;
const EXTEND_IF_EQUALS = `
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('EXPIRE', KEYS[1], ARGV[2]) or 0`;
const DELETE_IF_EQUALS = `
return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0`;

/** Pause before a client that has given up is reopened, in milliseconds. */
const REOPEN_MS = 300;

/** The driver of Redis, of a cluster too. Needs Redis 6.2 or newer (GETDEL), or Valkey. */
export class RedisCache extends Cache {
  private opening: Promise<void> | undefined;
  private lastFailure = 'DISCONNECTED';
  private reopening: NodeJS.Timeout | undefined;
  private closed = false;

  /** @param redis a client that is connecting: a process boots while Redis is unreachable */
  constructor(private readonly redis: RedisClient) {
    super();
    // Without a listener the client prints the error; callers and /readyz report it by its reason instead.
    const keep = (error: unknown): void => {
      this.lastFailure = reasonOf(error);
      // The client would continue in database 0, which may be another installation's.
      if (isOfSelect(error)) this.redis.disconnect(true);
    };
    this.redis
      .on('error', keep)
      .on('node error', keep)
      .on('end', () => this.reopen());
  }

  async get(key: string): Promise<Buffer | null> {
    const name = cacheKey(key);
    return this.run('GET', (redis) => redis.getBuffer(name));
  }

  async set(key: string, value: Buffer | string, ttlSeconds: number): Promise<void> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    await this.run('SET', (redis) => redis.set(name, value, 'EX', ttl));
  }

  async add(key: string, value: Buffer | string, ttlSeconds: number): Promise<boolean> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    return (await this.run('SET NX', (redis) => redis.set(name, value, 'EX', ttl, 'NX'))) === 'OK';
  }

  async take(key: string): Promise<Buffer | null> {
    const name = cacheKey(key);
    return this.run('GETDEL', (redis) => redis.getdelBuffer(name));
  }

  async delete(key: string): Promise<void> {
    const name = cacheKey(key);
    await this.run('DEL', (redis) => redis.del(name));
  }

  async increment(key: string, ttlSeconds: number): Promise<Counter> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    const reply = await this.run('increment', (redis) => redis.eval(INCREMENT, 1, name, ttl));
    const [count, expiresInMs] = reply as [number, number];
    return { count, expiresInMs };
  }

  async counter(key: string): Promise<Counter> {
    const name = cacheKey(key);
    const [count, left] = (await this.run('read_counter', (redis) => redis.eval(READ_COUNTER, 1, name))) as [
      string,
      number,
    ];
    return { count: Number(count), expiresInMs: Math.max(0, left) };
  }

  /** PING is also answered by a replica, by a server of a cluster, and while writes are refused; DEL when memory is full. */
  async ping(): Promise<void> {
    const name = cacheKey('ping');
    await this.run('ping', (redis) => redis.set(name, '', 'EX', 1));
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reopening);
    this.lastFailure = 'CLOSED';
    // QUIT waits for commands in progress; a server that does not respond to it is disconnected.
    if (this.redis.status === 'ready') await this.redis.quit().catch(() => undefined);
    if (this.redis.status !== 'end') this.redis.disconnect();
  }

  protected async extendIfEquals(key: string, value: string, ttlSeconds: number): Promise<boolean> {
    const [name, ttl] = [cacheKey(key), cacheTtl(ttlSeconds)];
    return (
      (await this.run('extend_if_equals', (redis) => redis.eval(EXTEND_IF_EQUALS, 1, name, value, ttl))) === 1
    );
  }

  protected async deleteIfEquals(key: string, value: string): Promise<void> {
    const name = cacheKey(key);
    await this.run('delete_if_equals', (redis) => redis.eval(DELETE_IF_EQUALS, 1, name, value));
  }

  private run<T>(name: string, command: (redis: RedisClient) => Promise<T>): Promise<T> {
    return traced(
      'cache',
      () => factsOf(name),
      () => this.send(command),
    );
  }

  private async send<T>(command: (redis: RedisClient) => Promise<T>): Promise<T> {
    const { status } = this.redis;
    if (status === 'connecting' || status === 'connect') await this.attemptUnderWay();
    if (this.redis.status !== 'ready') throw new CacheUnavailableError(this.lastFailure);
    try {
      // A command that a cluster redirects has no timeout of its own.
      return await withTimeout(2 * TIMEOUT_MS, command(this.redis));
    } catch (error) {
      throw new CacheUnavailableError(reasonOf(error));
    }
  }

  /** A client gives up once it has asked each Sentinel without reaching a primary; a failover takes longer. */
  private reopen(): void {
    if (this.closed) return;
    this.reopening = setTimeout(() => void this.redis.connect().catch(() => undefined), REOPEN_MS);
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

function factsOf(name: string): SpanFacts {
  return { name: `cache ${name}`, attributes: { 'db.system.name': 'redis', 'db.operation.name': name } };
}

/** Returns whether the server has no database of the URL's number. */
function isOfSelect(error: unknown): boolean {
  return (error as { command?: { name?: string } }).command?.name === 'select';
}

/** Returns a code for the failure: the network's, or the first word of Redis' answer; never its arguments. */
function reasonOf(error: unknown): string {
  const { code, message = '', name } = error as { code?: unknown; message?: string; name?: string };
  if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code;
  if (name === 'TimeoutError' || /timed? ?out/i.test(message)) return 'TIMEOUT';
  return /^[A-Z]{2,}(?= )/.exec(message)?.[0] ?? 'DISCONNECTED';
}
