import { describe, expect, it } from '@jest/globals';
import { createCache } from './create-cache.js';
import { itKeepsTheCacheContract } from './testing/cache-contract.js';
import { itKeepsTheRateLimits } from './testing/throttler-contract.js';

describe('the cache in memory', () => {
  itKeepsTheCacheContract(() => createCache('memory://'));

  // Not shared between caches: both "processes" get the same one. A closed one makes room for the next test's.
  let calls = 0;
  let cache = createCache('memory://');
  itKeepsTheRateLimits(() => {
    if (calls++ % 2 === 0) cache = createCache('memory://');
    return cache;
  });

  it('does not keep the process alive', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const held = createCache('memory://');
    const stored = held.set('key', 'value', 3600); // No await before the count: other timers can't come between.
    const after = timers();
    await stored;
    await held.close();
    expect(after).toBe(before);
  });
});

describe('a cache URL', () => {
  it('with an unknown scheme is rejected without being repeated', () => {
    for (const url of ['http://u:canary-pass@host', 'canary-pass', '', 'redis//canary-pass']) {
      expect(() => createCache(url)).toThrow(/^must be a redis:\/\//);
      expect(() => createCache(url)).not.toThrow(/canary-pass/);
    }
  });
});
