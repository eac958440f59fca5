import { expect, it } from '@jest/globals';
import type { Injection } from './injection.js';
import { madeIn } from './outcome.js';
import { injectionsByKind, notMade } from './report.js';

it('an injection without effect is not counted, and is listed in the report', () => {
  const became = (how: Injection['became'], kind: Injection['kind'], met: string) => ({
    ...{ kind, met, became: how },
  });
  const injections = [
    ...[became('made', 'redis-flush', '3 keys'), became('made', 'redis-locks', '2 locks')],
    ...[1, 2].map(() => became('without effect', 'redis-locks', 'nothing')),
    became('left out', 'postgres-disk-full', 'nobody who may mount'),
  ];
  const outcomes = [{ round: 0, injections, wellAfterMs: 1 }];
  expect(madeIn(outcomes)).toBe(2);
  expect(injectionsByKind(outcomes)).toMatchObject({ 'redis-flush': 1, 'redis-locks': 1, 'api-kill': 0 });
  expect(notMade(outcomes)).toEqual([
    '1 x postgres-disk-full was left out: it met nobody who may mount',
    '2 x redis-locks was without effect: it met nothing',
  ]);
});
