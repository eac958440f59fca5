import { describe, expect, it } from '@jest/globals';
import { LruMap } from './lru-map.js';

describe('a map of the most recently used', () => {
  it('makes a value once for each key, and lets the least recently used go', () => {
    const evicted: string[] = [];
    const map = new LruMap<string>(2, (value) => evicted.push(value));
    for (const key of ['one', 'two', 'one', 'three']) map.getOrAdd(key, () => `made for ${key}`);
    expect(evicted).toEqual(['made for two']);
    expect(map.getOrAdd('one', () => 'made again')).toBe('made for one');
    expect(map.drain()).toEqual(['made for three', 'made for one']);
    expect(map.drain()).toEqual([]);
  });
});
