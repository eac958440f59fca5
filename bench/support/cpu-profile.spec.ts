import { describe, expect, it } from '@jest/globals';
import { type CpuProfile, functionOf, partOf, selfTimes } from './cpu-profile.js';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)') },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('query', 'file:///x/node_modules/pg/lib/client.js', 9) },
    { id: 4, callFrame: frame('query', 'file:///x/node_modules/pg/lib/client.js', 9) },
    { id: 5, callFrame: frame('seal', 'file:///x/dist/libs/wraps/src/seal.js', 0) },
  ],
  samples: [3, 2, 4, 5, 1],
  timeDeltas: [1000, 5000, 2000, 500, 100],
};

describe('selfTimes', () => {
  it('sums a function that was called from several places, greatest first, without idle time', () => {
    expect(selfTimes(PROFILE, 0, functionOf)).toEqual([
      { name: 'query pg/lib/client.js:10', ms: 3 },
      { name: 'seal dist/libs/wraps/src/seal.js:1', ms: 0.5 },
    ]);
  });

  it('leaves out the beginning', () => {
    expect(selfTimes(PROFILE, 7, functionOf)[0]).toEqual({ name: 'query pg/lib/client.js:10', ms: 2 });
  });
});

describe('partOf', () => {
  it.each([
    ['file:///x/node_modules/@nestjs/core/router.js', '@nestjs/core'],
    ['file:///x/node_modules/pg/lib/client.js', 'pg'],
    ['file:///x/dist/libs/wraps/src/seal.js', 'libs: wraps'],
    ['node:internal/streams/writable', 'node:internal/streams'],
    ['node:net', 'node:net'],
  ])('%s belongs to %s', (url, part) => expect(partOf([frame('f', url), frame('(root)')])).toBe(part));

  it('counts what Node does for its nearest caller', () => {
    const nodes = [
      { id: 1, callFrame: frame('(root)'), children: [2] },
      { id: 2, callFrame: frame('seal', 'file:///x/dist/libs/wraps/src/seal.js'), children: [3] },
      { id: 3, callFrame: frame('query', 'file:///x/node_modules/pg/lib/client.js'), children: [4] },
      { id: 4, callFrame: frame('_write', 'node:net'), children: [5] },
      { id: 5, callFrame: frame('writev') },
    ];
    expect(selfTimes({ nodes, samples: [5], timeDeltas: [1000] }, 0, partOf)).toEqual([
      { name: 'pg', ms: 1 },
    ]);
  });

  it("keeps V8's own names", () =>
    expect(partOf([frame('(garbage collector)'), frame('(root)')])).toBe('(garbage collector)'));
});
