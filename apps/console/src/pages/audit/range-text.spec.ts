import { describe, expect, it } from '@jest/globals';
import { instantText, localText } from './range-text.js';

describe('the ends of a range', () => {
  it('are typed in the person’s own time zone and kept as instants', () => {
    expect(instantText('2026-03-14T09:26')).toBe(new Date(2026, 2, 14, 9, 26).toISOString());
    expect(localText(new Date(2026, 2, 14, 9, 26, 53).toISOString())).toBe('2026-03-14T09:26');
  });

  it('may be left out', () => {
    expect([instantText(''), localText(undefined)]).toEqual([undefined, '']);
  });

  it('ignore what a stale link has instead', () => {
    expect(localText('yesterday')).toBe('');
  });
});
