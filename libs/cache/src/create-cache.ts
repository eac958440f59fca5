import { parseCacheAddress } from '#libs/config';
import type { Cache } from './cache.js';
import { MemoryCache } from './memory.driver.js';
import { connectRedis } from './redis-connection.js';
import { RedisCache } from './redis.driver.js';

/**
 * Makes the cache for a URL of `parseCacheAddress`. Does not wait for a connection. The caller closes it.
 * @throws ValueFault for any other URL; the message does not repeat it, for it may hold a password
 */
export function createCache(url: string): Cache {
  const address = parseCacheAddress(url);
  return address.kind === 'memory' ? new MemoryCache() : new RedisCache(connectRedis(address));
}
