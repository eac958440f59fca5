import { Cache } from './cache.js';
import { MemoryCache } from './memory.driver.js';
import { RedisCache } from './redis.driver.js';

/**
 * Makes the cache for `redis://`, `rediss://` (TLS) or `memory://`. Does not wait for a connection.
 * The caller closes it.
 * @throws RangeError for any other URL; the message does not repeat it, for it may hold a password
 */
export function createCache(url: string): Cache {
  switch (URL.canParse(url) ? new URL(url).protocol : '') {
    case 'redis:':
    case 'rediss:':
      return new RedisCache(url);
    case 'memory:':
      return new MemoryCache();
    default:
      throw new RangeError('The cache URL must begin with redis://, rediss:// or memory://');
  }
}
