import { describe, expect, it } from '@jest/globals';
import { PageTrail } from './page-trail.js';

describe('the way through a list', () => {
  it('leads on to every page once', () => {
    const trail = new PageTrail();
    expect(['a', 'b', 'c', 'a'].map((next) => trail.leadsOn(next, 1))).toEqual([true, true, true, false]);
  });

  it('leads through many pages without anything in them, and not through a thousand in a row', () => {
    const trail = new PageTrail();
    const steps = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => trail.leadsOn(`${name}${n}`, 0));
    expect(steps(1000, 'a')).not.toContain(false);
    expect(trail.leadsOn('something', 1)).toBe(true);
    expect(steps(1001, 'b').indexOf(false)).toBe(1000);
  });
});
