import { describe, expect, it } from '@jest/globals';
import { LruMap } from './lru-map.js';

describe('a map of the most recently used', () => {
  it('creates one value per key, and evicts the least recently used', () => {
    const evicted: string[] = [];
    const map = new LruMap<string>(2, (value) => evicted.push(value));
    for (const key of ['one', 'two', 'one', 'three']) map.getOrAdd(key, () => `made for ${key}`);
    expect(evicted).toEqual(['made for two']);
    expect(map.getOrAdd('one', () => 'made again')).toBe('made for one');
    expect(map.drain()).toEqual(['made for three', 'made for one']);
    expect(map.drain()).toEqual([]);
  });
});
