import { describe, expect, it } from '@jest/globals';
import { cpuOf, parseStat } from './cpu.js';

describe('parseStat', () => {
  it('reads parent, own time and that of ended children behind a name with blanks and parentheses', () => {
    const line = '42 (a (b) c) S 7 42 42 0 -1 4194560 900 0 0 0 11 5 3 2 20 0 11 0 100 1 1';
    expect(parseStat(line)).toEqual({ parent: 7, own: 16, endedChildren: 5 });
  });
});

describe('cpuOf', () => {
  it('returns what the load returns, and no time for a process that does not exist', async () => {
    const { result, cpu } = await cpuOf(0, 0, async () => 'done');
    expect(result).toBe('done');
    expect(cpu.server).toBeNaN();
  });
});
