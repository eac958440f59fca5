import { describe, expect, it } from '@jest/globals';
import { missedGoals, type Result } from './results.js';
import { resultsPage } from './results-page.js';

/** As bench/results held them before machine, commit and versions were kept. */
const EARLIER: Result = {
  measured_at: '2026-11-21T12:26:32.296Z',
  machine: { cpu: 'a processor', cores: 2, node: 'v20.20.2', load_average: [1, 2, 3] },
  rows: [{ name: 'ours', per_second: 840 }],
  notes: ['a note'],
  ratios: [
    { name: 'over a peer', goal: { atLeast: 0.7 }, rounds: [0.5, 0.6, 0.65, 0.8, 0.9] },
    { name: 'over another', goal: null, rounds: [0.1, 0.1, 0.1, 0.1, 0.1] },
  ],
};
const NOW: Result = {
  ...EARLIER,
  machine: { ...EARLIER.machine!, ram_gib: 23.5, os: 'Debian, Linux 6.1' },
  commit: '36c3a20',
  versions: { PostgreSQL: '18.4', 'pg-boss': '10.4.2' },
};
const FAILED = { failed_at: '2026-11-22T01:02:03.000Z' };

function pageOf(result: Result): string {
  return resultsPage(new Map([['jobs', result]]));
}

describe('bench/RESULTS.md', () => {
  it('names the code, the machine, the servers and the peers of a run', () => {
    expect(pageOf(NOW)).toContain(
      '2026-11-21 12:26 UTC, commit 36c3a20; a processor, 2 cores, 23.5 GiB, load 1 / 2 / 3; Debian, Linux 6.1; ' +
        'Node v20.20.2, PostgreSQL 18.4, pg-boss 10.4.2\n',
    );
  });

  it('shows a run with incomplete results', () => {
    const page = pageOf(EARLIER);
    expect(page).toContain('2026-11-21 12:26 UTC; a processor, 2 cores, load 1 / 2 / 3; Node v20.20.2\n');
    expect(page).toContain('| over a peer | 0.500 | 0.650 | 0.900 | 5 | at least 0.7 | **no** |');
    expect(page).not.toContain('undefined');
  });

  it('notes above the previous figures that the last run failed', () => {
    expect(pageOf({ ...NOW, ...FAILED })).toMatch(
      /## jobs\n\n\*\*The run of 2026-11-22 01:02 UTC failed\.\*\* What follows is of the run before it\.\n\n2026-11-21/,
    );
    expect(pageOf(NOW)).not.toContain('failed');
  });

  it('has a section for a benchmark that has never succeeded', () => {
    const page = pageOf({ measured_at: null, rows: [], notes: [], ratios: [], ...FAILED });
    expect(page).toContain('## jobs\n\n**The run of 2026-11-22 01:02 UTC failed.**\n');
    expect(page).not.toContain('![');
  });
});

describe('missedGoals', () => {
  it('names a ratio whose median does not reach its goal, and no other', () => {
    expect(missedGoals('jobs', EARLIER)).toEqual(['jobs: over a peer: 0.650, at least 0.7']);
    const reached = { ...EARLIER, ratios: [{ ...EARLIER.ratios[0]!, goal: { atLeast: 0.65 } }] };
    expect(missedGoals('jobs', reached)).toEqual([]);
  });
});
