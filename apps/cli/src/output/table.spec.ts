import { describe, expect, it } from '@jest/globals';
import { tableOf } from './table.js';

interface Row {
  readonly ref: string;
  readonly count: number;
}
const COLUMNS = [
  { head: 'ref', cell: ({ ref }: Row) => ref },
  { head: 'count', cell: ({ count }: Row) => count, end: true },
];

describe('a table', () => {
  it('has aligned columns under headers in capitals, numbers at the end', () => {
    const rows = [
      { ref: 'apps/db', count: 5 },
      { ref: '', count: 1000 },
    ];
    expect(tableOf(COLUMNS, rows)).toBe('REF      COUNT\napps/db      5\n-         1000\n');
  });

  it('shows the beginning and the end of what is too long', () => {
    const ref = `begin/${'x'.repeat(1000)}/end`;
    const [, line] = tableOf(COLUMNS, [{ ref, count: 1 }], 21).split('\n');
    expect(line).toBe('begin/xxxx…xxxxxx/end      1');
    expect(tableOf(COLUMNS, [{ ref, count: 1 }])).toContain(ref);
  });

  it('cuts no character in two', () => {
    const [, line] = tableOf(COLUMNS, [{ ref: '🔑'.repeat(30), count: 1 }], 21).split('\n');
    expect(line).toContain(`${'🔑'.repeat(10)}…${'🔑'.repeat(10)}`);
  });

  it('may have more rows than a call has arguments', () => {
    const rows = Array.from({ length: 200_000 }, (_, count) => ({ ref: 'a', count }));
    const text = tableOf(COLUMNS, rows);
    expect(text.split('\n').slice(0, 2)).toEqual(['REF   COUNT', 'a         0']);
    expect(text.endsWith('199999\n')).toBe(true);
  });

  it('is nothing without rows', () => {
    expect(tableOf(COLUMNS, [])).toBe('');
  });
});
