import { describe, expect, it } from '@jest/globals';
import type { RequestDetail, TimelineEntry } from '../../api/queries/requests.js';
import { type Milestone, milestonesOf } from './milestones.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const entry = (
  second: number,
  what: TimelineEntry['what'],
  name: string | null,
  detail: TimelineEntry['detail'] = {},
): TimelineEntry => ({ at: at(second), what, by: { ref: `user:${name}`, name }, detail });
const vote = (second: number, voted_as: 'source' | 'security' | null, decision: 'approve' | 'reject') => ({
  ...{ approver_id: voted_as ?? 'bob', approver_email: `${voted_as ?? 'bob'}@example.test` },
  ...{ voted_as, decision, comment: null, created_at: at(second) },
});
const READ = {
  ...{ type: 'read', operation: 'read', status: 'pending', direct: false, keys: ['A', 'B'] },
  ...{
    created_at: at(0),
    approved_at: null,
    executed_at: null,
    updated_at: at(50),
    expires_at: at(60),
    job: null,
  },
  ...{ approvals: [], min_approvers: 1, requester_email: 'ada@example.test' },
  names: { requester: 'Ada', connection: 'vault-east' },
  lifetimes: { claimed: 30 },
};
const CROSS_TEAM = {
  ...READ,
  ...{ type: 'cross_team', operation: 'patch', status: 'pending_values', filled_at: null },
  ...{ snap_min_approvers: 1, snap_requires_security_approval: true },
};
const job = { agent_name: 'east-1', claimed_at: at(14) };
const milestones = (request: object, entries: TimelineEntry[] = [], now = at(20)): Milestone[] =>
  milestonesOf(request as RequestDetail, entries, Date.parse(now));
const lines = (request: object, entries: TimelineEntry[] = []): string[] =>
  milestones(request, entries).map(({ name, by, part, after }) =>
    [name, by, part, after === null ? null : `+${after}`].filter((each) => each !== null).join(' '),
  );

describe('the milestones of a request', () => {
  it('are all there before they are reached', () => {
    expect(lines(READ)).toEqual([
      ...['Requested Ada', 'Approved 0 of 1', 'Taken by an agent', 'Read from the store', 'Retrieved'],
    ]);
    expect(milestones(READ).map((each) => each.at)).toEqual([at(0), null, null, null, null]);
  });

  it('tell who, and how long after the one before', () => {
    const done = { ...READ, status: 'executed', approved_at: at(12), executed_at: at(15), job };
    const wrap = (
      second: number,
      what: TimelineEntry['what'],
      key_name: string,
      audience: 'agent' | 'requester',
    ) => entry(second, what, 'Ada', { key_name, audience });
    expect(
      lines({ ...done, approvals: [vote(12, null, 'approve')] }, [
        entry(12, 'vote', 'bob', { decision: 'approve' }),
        wrap(15, 'wrap_created', 'A', 'requester'),
        wrap(15, 'wrap_created', 'B', 'requester'),
        wrap(20, 'wrap_retrieved', 'B', 'requester'),
      ]),
    ).toEqual([
      'Requested Ada',
      'Approved bob +12',
      'Taken by an agent east-1 +2',
      'Read from the store vault-east +1',
      'Retrieved Ada 1 of 2 +5',
    ]);
  });

  it('have no approval where none is needed, and no agent for a direct reveal', () => {
    expect(lines({ ...READ, min_approvers: 0 })[1]).toBe('Taken by an agent');
    const direct = { ...READ, operation: 'reveal', direct: true, status: 'executed', executed_at: at(1) };
    expect(lines(direct)).toEqual(['Requested Ada', 'Read from the store vault-east +1', 'Retrieved']);
  });

  it('tell that values which are gone are never retrieved', () => {
    const executed = { ...READ, status: 'executed', approved_at: at(12), executed_at: at(15), job };
    const isNever = (request: object, now: string) => milestones(request, [], now).at(-1)?.never;
    expect(isNever(READ, at(55))).toBe(false);
    expect(isNever(executed, at(44))).toBe(false);
    expect(isNever(executed, at(45))).toBe(true);
    expect(milestones(executed, [entry(18, 'reveal_ended', 'ada')]).at(-1)?.never).toBe(true);
  });

  it('end where the request ended', () => {
    const rejected = { ...READ, status: 'rejected', approvals: [vote(9, null, 'reject')] };
    expect(lines(rejected, [entry(9, 'vote', 'Bob', { decision: 'reject' })])).toEqual([
      ...['Requested Ada', 'Rejected Bob +9'],
    ]);
    expect(lines({ ...READ, status: 'expired' })).toEqual(['Requested Ada', 'Expired +60']);
    const failed = { ...READ, status: 'failed', approved_at: at(12), job };
    expect(lines(failed, [entry(16, 'failed', 'east-1')]).slice(2)).toEqual([
      ...['Taken by an agent east-1 +2', 'Failed +2'],
    ]);
  });

  it('divide into two lanes for the votes of a cross-team request', () => {
    const filled = { ...CROSS_TEAM, status: 'pending_verification', filled_at: at(10) };
    const approvals = [vote(30, 'security', 'approve'), vote(20, 'source', 'approve')];
    const names = { ...READ.names, filled_by: 'Grace' };
    expect(milestones({ ...filled, names, approvals: [approvals[0]] }).map(({ lane }) => lane)).toEqual([
      ...[null, null, 'source', 'security', null, null, null],
    ]);
    expect(lines({ ...filled, names, approvals, approved_at: at(30) })).toEqual([
      'Requested Ada',
      'Values provided Grace +10',
      'Source approved source@example.test +10',
      'Security approved security@example.test +20',
      'Approved +0',
      'Taken by an agent',
      'Written to the store',
    ]);
  });

  it('have one lane where security has no vote', () => {
    const one = { ...CROSS_TEAM, snap_requires_security_approval: false };
    expect(milestones(one).every(({ lane }) => lane === null)).toBe(true);
  });
});
