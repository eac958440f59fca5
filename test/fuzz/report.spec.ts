import { expect, it } from '@jest/globals';
import { PRINCIPALS } from '../matrix/principals.js';
import { Collector } from './collector.js';
import { lacks } from './report.js';
import { sourceOf } from './schemathesis.js';

it('reports principals with too few calls, and too few calls in total', () => {
  const collector = new Collector(() => undefined);
  const call = (source: string, times: number): void => {
    for (let n = 0; n < times; n += 1) collector.note(source);
  };
  const told = (): string[] => lacks(collector).filter((lack) => !lack.startsWith('not reached'));
  for (const principal of PRINCIPALS) call(sourceOf(principal), principal === 'stale' ? 499 : 500);
  expect(told()).toEqual([
    'schemathesis as stale: 499 requests, fewer than 500',
    `${collector.total} requests, fewer than 50000`,
  ]);
  call(sourceOf('stale'), 1);
  call('hostile bytes', 50_000 - collector.total);
  expect(told()).toEqual([]);
});
