import { describe, expect, it } from '@jest/globals';
import { newId } from './new-id.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a new id', () => {
  it('is a UUIDv7 with its creation time', () => {
    const before = Date.now();
    const id = newId();
    expect(id).toMatch(UUID_V7);
    const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(Date.now());
  });

  it('is unique and sorts after earlier ones, also within a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
    expect(ids.every((id) => UUID_V7.test(id))).toBe(true);
  });

  it('ends in bits that reveal nothing about its neighbours', () => {
    const ends = Array.from({ length: 2000 }, () => newId().slice(-8));
    expect(new Set(ends).size).toBe(ends.length);
  });
});
