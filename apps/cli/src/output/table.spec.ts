import { describe, expect, it } from '@jest/globals';
import { tableOf } from './table.js';

describe('a table', () => {
  it('may have more rows than a call has arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => n);
    const text = tableOf([{ head: 'number', cell: (row: number) => row }], rows);
    expect(text.split('\n').slice(0, 2)).toEqual(['NUMBER', '0']);
    expect(text.endsWith('199999\n')).toBe(true);
  });
});
