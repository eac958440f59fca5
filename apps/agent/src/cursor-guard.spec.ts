import { describe, expect, it } from '@jest/globals';
import { CursorGuard } from './cursor-guard.js';

describe('the way through a list', () => {
  it('leads on to every page once', () => {
    const guard = new CursorGuard();
    expect(['a', 'b', 'c', 'a'].map((next) => guard.accepts(next, 1))).toEqual([true, true, true, false]);
  });

  it('leads through many pages without anything in them, and not through a thousand in a row', () => {
    const guard = new CursorGuard();
    const steps = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => guard.accepts(`${name}${n}`, 0));
    expect(steps(1000, 'a')).not.toContain(false);
    expect(guard.accepts('something', 1)).toBe(true);
    expect(steps(1001, 'b').indexOf(false)).toBe(1000);
  });
});
