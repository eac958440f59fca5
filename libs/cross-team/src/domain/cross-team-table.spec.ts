import { describe, expect, it } from '@jest/globals';
import type { RequestStatus } from '#libs/requests';
import { REQUEST_TRANSITIONS } from '../../../requests/src/domain/request-state.js';
import {
  PERSON_ACTIONS,
  RELATIONS,
  SNAPSHOTS,
  type Stage,
  STAGE_NAMES,
  STAGES,
  SYSTEM_ACTIONS,
} from './cross-team-stage.js';
import { CROSS_TEAM_TABLE, nextStage, type TableRow } from './cross-team-table.js';

const TERMINAL: RequestStatus[] = ['executed', 'failed', 'refused', 'rejected', 'cancelled', 'expired'];
const isTerminal = (stage: Stage) => TERMINAL.includes(STAGES[stage]);
const verification: Stage[] = [
  'awaiting_source',
  'awaiting_both',
  'awaiting_security',
  'awaiting_source_last',
];

/** Where a row leads, under every snapshot; nowhere for a refusal that writes nothing. */
function leadsTo(row: TableRow): Stage[] {
  const { outcome } = row;
  if (outcome.kind === 'done') return [...new Set(SNAPSHOTS.map((each) => nextStage(outcome.next, each)))];
  return outcome.kind === 'refused' && outcome.next ? [outcome.next] : [];
}

const codesOf = (select: (row: TableRow) => boolean): (string | null)[] => [
  ...new Set(
    CROSS_TEAM_TABLE.filter(select).map((row) => (row.outcome.kind === 'refused' ? row.outcome.code : null)),
  ),
];

describe('the cross-team table', () => {
  it('has one entry for every stage, action and actor', () => {
    const size = STAGE_NAMES.length * (PERSON_ACTIONS.length * RELATIONS.length + SYSTEM_ACTIONS.length);
    const cells = new Set(CROSS_TEAM_TABLE.map((row) => `${row.stage} ${row.action} ${row.actor}`));
    expect([CROSS_TEAM_TABLE.length, cells.size]).toEqual([size, size]);
  });

  it('never leaves a terminal stage', () => {
    for (const row of CROSS_TEAM_TABLE.filter(({ stage }) => isTerminal(stage)))
      expect([row, leadsTo(row)]).toEqual([row, []]);
  });

  it('reaches every stage from the first, and a terminal one from every other', () => {
    const reach = (from: Stage): Set<Stage> => {
      const seen = new Set<Stage>([from]);
      for (const stage of seen)
        for (const row of CROSS_TEAM_TABLE)
          if (row.stage === stage) leadsTo(row).forEach((next) => seen.add(next));
      return seen;
    };
    // Only the clock makes a window end: that is no row of the table.
    expect([...reach('awaiting_values'), 'overdue', 'expired'].sort()).toEqual([...STAGE_NAMES].sort());
    for (const stage of STAGE_NAMES) expect([...reach(stage)].some(isTerminal)).toBe(true);
  });

  it('changes a status exactly where the request has a transition for it', () => {
    const inTable = CROSS_TEAM_TABLE.flatMap((row) =>
      leadsTo(row)
        .filter((next) => STAGES[next] !== STAGES[row.stage])
        .map((next) => `${STAGES[row.stage]} ${STAGES[next]}`),
    );
    const inRequests = REQUEST_TRANSITIONS.filter(
      (row) => row.type === 'cross_team' && row.from !== 'new',
    ).map((row) => `${row.from} ${row.to}`);
    expect([...new Set(inTable)].sort()).toEqual([...new Set(inRequests)].sort());
  });

  it.each([
    ['fill', 'requester'],
    ['approve_source', 'requester'],
    ['approve_source', 'filler'],
    ['reject_source', 'requester'],
    ['reject_source', 'filler'],
    ['approve_security', 'requester'],
    ['approve_security', 'filler'],
    ['approve_security', 'source_voter'],
    ['reject_security', 'requester'],
    ['reject_security', 'filler'],
    ['reject_security', 'source_voter'],
    ['refuse', 'requester'],
  ] as const)('never allows %s by the %s (specification, "Separation of duties")', (action, actor) => {
    const codes = codesOf((row) => row.action === action && row.actor === actor);
    expect(codes).toContain('separation_of_duties_violated');
    expect(codes).not.toContain(null);
  });

  it('allows a repeated vote only when it is the last one missing: it then counts (D100)', () => {
    const votes = ['approve_source', 'approve_security', 'reject_source', 'reject_security'];
    const voters: readonly string[] = ['source_voter', 'security_voter'];
    const again = CROSS_TEAM_TABLE.filter(
      (row) => voters.includes(row.actor) && votes.includes(row.action) && row.outcome.kind === 'done',
    );
    expect(again.map(({ stage, action, actor, outcome }) => [stage, action, actor, outcome])).toEqual([
      ['awaiting_security', 'approve_security', 'security_voter', { kind: 'done', next: 'approved' }],
      ['awaiting_source_last', 'approve_source', 'source_voter', { kind: 'done', next: 'approved' }],
    ]);
  });

  it('answers a late fill as in D68', () => {
    const code = (stage: Stage) => codesOf((row) => row.stage === stage && row.action === 'fill');
    for (const stage of ['refused', 'cancelled', 'expired'] as const)
      expect(code(stage)).toEqual(['cross_team_status_invalid_transition']);
    for (const stage of [...verification, 'approved', 'executed', 'failed', 'rejected'] as const)
      expect(code(stage)).toEqual(['cross_team_already_filled']);
    expect(code('overdue')).toEqual(['fill_window_expired']);
  });

  it('allows only the requester to cancel, and only while values are missing (D67)', () => {
    const cancels = CROSS_TEAM_TABLE.filter((row) => row.action === 'cancel' && row.outcome.kind === 'done');
    expect(cancels.map((row) => [row.stage, row.actor])).toEqual([['awaiting_values', 'requester']]);
    expect(codesOf((row) => row.action === 'cancel' && row.actor !== 'requester')).toEqual(['not_requester']);
  });

  it('accepts no security vote when the snapshot does not require one (D38)', () => {
    expect(codesOf((row) => row.stage === 'awaiting_source' && row.action.endsWith('_security'))).toEqual([
      'cross_team_status_invalid_transition',
    ]);
  });
});
