import { describe, expect, it } from '@jest/globals';
import { CursorGuard } from './cursor-guard.js';

describe('the cursor guard', () => {
  it('accepts each page once', () => {
    const guard = new CursorGuard();
    expect(['a', 'b', 'c', 'a'].map((next) => guard.accepts(next, 1))).toEqual([true, true, true, false]);
  });

  it('accepts many empty pages, but not a thousand in a row', () => {
    const guard = new CursorGuard();
    const steps = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => guard.accepts(`${name}${n}`, 0));
    expect(steps(1000, 'a')).not.toContain(false);
    expect(guard.accepts('something', 1)).toBe(true);
    expect(steps(1001, 'b').indexOf(false)).toBe(1000);
  });
});
