import { describe, expect, it } from '@jest/globals';
import { clusterCounts } from './cluster-counts.js';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();
const enrolled = (cluster: string | null, seconds: number) => ({
  ...{ status: 'active' as const, last_seen_at: null, created_at: ago(seconds), scope: { cluster } },
});
const summary = (cluster: string | null, silent: number) => ({ cluster, active: 1, silent, revoked: 2 });

describe('the counts of a cluster', () => {
  it('do not call an agent silent before its first heartbeat is overdue', () => {
    const agents = [enrolled('eu', 5), enrolled('eu', 59), enrolled('eu', 60), enrolled('us', 5)];
    expect(clusterCounts([summary('eu', 3)], agents, NOW)).toEqual([
      { cluster: 'eu', alive: 1, awaited: 2, silent: 1, revoked: 2 },
    ]);
  });

  it('stand with the most silent agents first', () => {
    const agents = [enrolled('eu', 5), enrolled('eu', 5)];
    const counts = clusterCounts([summary('eu', 2), summary(null, 1)], agents, NOW);
    expect(counts.map(({ cluster, silent }) => [cluster, silent])).toEqual([
      [null, 1],
      ['eu', 0],
    ]);
  });

  it('never fall below zero when the list is younger than the summary', () => {
    expect(clusterCounts([summary('eu', 0)], [enrolled('eu', 1)], NOW)).toMatchObject([
      { awaited: 0, silent: 0 },
    ]);
  });
});
