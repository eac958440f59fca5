import { describe, expect, it } from '@jest/globals';
import { newUserCode, normalizedUserCode } from './user-code.js';

describe('a user code', () => {
  it('has eight letters without vowels and is random', () => {
    const codes = Array.from({ length: 100 }, newUserCode);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJ-NP-TV-XZ]{4}-[BCDFGHJ-NP-TV-XZ]{4}$/);
    expect(new Set(codes).size).toBe(100);
  });

  it.each(['WDJB-MJHT', 'wdjb-mjht', 'wdjbmjht', ' WDJB MJHT ', 'W-D-J-B-M-J-H-T'])(
    'is accepted when typed as %j',
    (typed) => expect(normalizedUserCode(typed)).toBe('WDJB-MJHT'),
  );
});
