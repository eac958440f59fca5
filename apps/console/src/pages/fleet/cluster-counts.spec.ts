import { describe, expect, it } from '@jest/globals';
import { clusterCounts } from './cluster-counts.js';

const summary = (cluster: string | null, silent: number, awaited: number) => ({
  ...{ cluster, active: 1, silent, awaited, revoked: 2 },
});

describe('the counts of a cluster', () => {
  it('do not call an agent silent before its first heartbeat is overdue', () => {
    expect(clusterCounts([summary('eu', 3, 2)])).toEqual([summary('eu', 1, 2)]);
  });

  it('stand with the most silent agents first', () => {
    const counts = clusterCounts([summary('eu', 2, 2), summary(null, 1, 0)]);
    expect(counts.map(({ cluster, silent }) => [cluster, silent])).toEqual([
      [null, 1],
      ['eu', 0],
    ]);
  });
});
