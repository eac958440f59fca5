import { describe, expect, it } from '@jest/globals';
import { NAVIGATION } from './navigation.js';

describe('the shortcut letters of the navigation', () => {
  const areas = NAVIGATION.flatMap((group) => group.areas);

  it('are unique, one for each area', () => {
    const keys = areas.map(({ key }) => key);
    expect(keys.filter((key) => key.length !== 1)).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are stable for the main areas', () => {
    const paths = Object.fromEntries(areas.map(({ key, to }) => [key, to]));
    expect(paths).toMatchObject({
      ...{ h: '/', r: '/requests', s: '/secrets', p: '/projects', a: '/audit', f: '/fleet' },
    });
  });
});
