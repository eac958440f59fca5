import { describe, expect, it } from '@jest/globals';
import type { Grant, Permission, Scope } from '#libs/permissions';
import { actorWithEveryPermission, factsIn, occursIn, snapshotsOf } from '../testing/staged-facts.js';
import { allowedCrossTeamActions } from './allowed-cross-team-actions.js';
import { type CrossTeamFacts, decide, stageOf } from './cross-team-decision.js';
import { type PersonAction, SNAPSHOTS, STAGE_NAMES, STAGES } from './cross-team-stage.js';
import { CROSS_TEAM_TABLE, nextStage } from './cross-team-table.js';

const rows = CROSS_TEAM_TABLE.filter((row) => row.actor !== 'system');
const holding = (permission: Permission, scope: Scope = {}): Grant[] => [{ permission, scope }];

describe('a decision on a cross-team request', () => {
  it.each(STAGE_NAMES)('follows the table while it is %s, for every actor', (stage) => {
    const decided: unknown[] = [];
    const expected: unknown[] = [];
    for (const snapshot of snapshotsOf(stage)) {
      const facts = factsIn(stage, snapshot);
      for (const { action, actor, outcome } of rows.filter((row) => row.stage === stage)) {
        if (actor === 'system' || !occursIn(stage, actor, snapshot)) continue;
        const { refusal, ...rest } = decide(facts, action as PersonAction, actorWithEveryPermission(actor));
        decided.push([snapshot, action, actor, refusal ?? (rest as { next: string }).next]);
        const comes = outcome.kind === 'done' ? nextStage(outcome.next, snapshot) : outcome;
        expected.push([
          snapshot,
          action,
          actor,
          typeof comes === 'string' ? comes : 'code' in comes && comes.code,
        ]);
      }
    }
    expect(decided.length).toBeGreaterThanOrEqual(14);
    expect(decided).toEqual(expected);
  });

  it('derives each stage from status, window and votes', () => {
    for (const stage of STAGE_NAMES)
      for (const snapshot of snapshotsOf(stage)) expect(stageOf(factsIn(stage, snapshot))).toBe(stage);
    expect(() => stageOf({ ...factsIn('approved', 'no_vote'), status: 'pending' })).toThrow(
      'No cross-team request is pending.',
    );
  });

  it.each([
    ['fill', [], 'permission_denied'],
    ['fill', holding('secret.request'), 'permission_denied'],
    ['fill', holding('secret.value.provide', { team_id: 'sales' }), 'out_of_scope_team'],
    ['fill', holding('secret.value.provide', { project_id: 'shop' }), 'out_of_scope_team'],
    ['fill', holding('secret.value.provide', { team_id: 'platform' }), null],
    ['fill', holding('secret.value.provide', { team_id: 'company' }), null],
    ['refuse', holding('secret.value.provide', { team_id: 'sales' }), 'out_of_scope_team'],
    ['refuse', holding('secret.value.provide', { team_id: 'company' }), null],
  ] as const)('to %s with %j returns %s', (action, grants, refusal) => {
    const facts = factsIn('awaiting_values', 'both_votes');
    expect(decide(facts, action, { userId: 'other', grants }).refusal).toBe(refusal);
  });

  it.each([
    ['approve_source', [], 'permission_denied'],
    ['approve_source', holding('secret.security.approve'), 'permission_denied'],
    ['approve_source', holding('secret.approve', { team_id: 'platform' }), 'out_of_scope_project'],
    ['approve_source', holding('secret.approve', { project_id: 'shop' }), null],
    ['reject_source', holding('secret.approve', { team_id: 'sales' }), null],
    ['approve_security', holding('secret.approve'), 'permission_denied'],
    ['approve_security', holding('secret.security.approve', { team_id: 'company' }), 'permission_denied'],
    ['approve_security', holding('secret.security.approve'), null],
    ['reject_security', holding('secret.security.approve', { project_id: 'shop' }), 'permission_denied'],
  ] as const)('to %s with %j returns %s', (action, grants, refusal) => {
    const facts = factsIn('awaiting_both', 'both_votes');
    expect(decide(facts, action, { userId: 'other', grants }).refusal).toBe(refusal);
  });

  it('checks the permission before the state, and the state before separation of duties (D37)', () => {
    const late = factsIn('overdue', 'both_votes');
    expect(decide(late, 'fill', { userId: 'requester', grants: [] }).refusal).toBe('permission_denied');
    expect(decide(late, 'fill', actorWithEveryPermission('requester')).refusal).toBe('fill_window_expired');
  });
});

describe('votes of people who lost the permission (D100)', () => {
  const votes = {
    ...factsIn('awaiting_both', 'both_votes'),
    sourceVoterIds: ['ann'],
    securityVoterIds: ['bob'],
  };
  const next = (valid: string[], action: PersonAction, who: string): string => {
    const decision = decide({ ...votes, validVoterIds: valid }, action, actorWithEveryPermission(who));
    return decision.refusal ?? decision.next;
  };

  it.each<[string[], PersonAction, string, string]>([
    [[], 'approve_source', 'eve', 'awaiting_security'],
    [[], 'approve_security', 'eve', 'awaiting_source_last'],
    [['ann'], 'approve_security', 'eve', 'approved'],
    [['ann'], 'approve_source', 'eve', 'awaiting_security'],
    [['bob'], 'approve_source', 'eve', 'approved'],
    [['bob'], 'approve_security', 'eve', 'awaiting_source_last'],
    [['ann', 'bob'], 'approve_source', 'eve', 'approved'],
    [['ann', 'bob'], 'approve_security', 'eve', 'approved'],
    [['ann', 'bob'], 'approve_source', 'ann', 'approved'],
    [['ann', 'bob'], 'approve_security', 'bob', 'approved'],
    [['ann', 'bob'], 'approve_security', 'ann', 'separation_of_duties_violated'],
    [['ann', 'bob'], 'approve_source', 'bob', 'duplicate_vote'],
    [['ann', 'bob'], 'reject_source', 'ann', 'duplicate_vote'],
    [['ann'], 'approve_source', 'ann', 'duplicate_vote'],
    [['ann'], 'approve_security', 'bob', 'duplicate_vote'],
    [['bob'], 'approve_source', 'ann', 'duplicate_vote'],
    [[], 'approve_security', 'ann', 'separation_of_duties_violated'],
  ])('with valid votes %j, %s by %s leads to %s', (valid, action, who, expected) => {
    expect(next(valid, action, who)).toBe(expected);
  });
});

describe('separation of duties on a cross-team request', () => {
  const people = ['ann', 'bob', 'cid', 'dee'];
  type Cast = { requester: string; filler: string; source: string; security: string };
  const casts: Cast[] = people.flatMap((requester) =>
    people.flatMap((filler) =>
      people.flatMap((source) => people.map((security) => ({ requester, filler, source, security }))),
    ),
  );

  /** Lets each do their part in turn, and gives whether the request ends up approved. */
  function perform(cast: Cast, order: ('approve_source' | 'approve_security')[]): boolean {
    let facts: CrossTeamFacts = { ...factsIn('awaiting_values', 'both_votes'), requesterId: cast.requester };
    for (const action of ['fill', ...order] as const) {
      const who = { fill: cast.filler, approve_source: cast.source, approve_security: cast.security }[action];
      const decision = decide(facts, action, actorWithEveryPermission(who));
      if (decision.refusal !== null) return false;
      facts = {
        ...facts,
        status: STAGES[decision.next],
        fillerId: action === 'fill' ? who : facts.fillerId,
        sourceVoterIds: action === 'approve_source' ? [who] : facts.sourceVoterIds,
        securityVoterIds: action === 'approve_security' ? [who] : facts.securityVoterIds,
        validVoterIds: [...facts.validVoterIds, who],
      };
    }
    return facts.status === 'approved';
  }

  it.each([
    [['approve_source', 'approve_security'] as const],
    [['approve_security', 'approve_source'] as const],
  ])('allows %j exactly when four different people act, over every assignment of four people', (order) => {
    expect(casts).toHaveLength(256);
    for (const cast of casts) {
      const different = new Set(Object.values(cast)).size === 4;
      expect([cast, perform(cast, [...order])]).toEqual([cast, different]);
    }
  });
});

describe('allowed actions of a cross-team request', () => {
  const facts = factsIn('awaiting_both', 'both_votes');
  const verify = (userId: string, grants: Grant[]) =>
    allowedCrossTeamActions(facts, { userId, grants }).find(({ action }) => action === 'verify');

  it.each([
    ['other', holding('secret.approve'), null],
    ['other', holding('secret.security.approve'), null],
    ['other', [], 'permission_denied'],
    ['other', holding('secret.approve', { project_id: 'x' }), 'out_of_scope_project'],
    ['filler', holding('secret.security.approve'), 'separation_of_duties_violated'],
    ['filler', holding('secret.approve'), 'separation_of_duties_violated'],
    [
      'other',
      [...holding('secret.approve', { project_id: 'x' }), ...holding('secret.security.approve')],
      null,
    ],
    [
      'filler',
      [...holding('secret.approve', { project_id: 'x' }), ...holding('secret.security.approve')],
      'separation_of_duties_violated',
    ],
  ] as const)('report a vote by %s holding %j as: %s', (userId, grants, reason) => {
    expect(verify(userId, [...grants])).toEqual({ action: 'verify', allowed: reason === null, reason });
  });

  it('agree with the outcome of the actions', () => {
    for (const snapshot of SNAPSHOTS) {
      const waiting = factsIn('awaiting_values', snapshot);
      expect(allowedCrossTeamActions(waiting, actorWithEveryPermission('requester'))).toEqual([
        { action: 'fill', allowed: false, reason: 'separation_of_duties_violated' },
        { action: 'refuse', allowed: false, reason: 'separation_of_duties_violated' },
        { action: 'verify', allowed: false, reason: 'cross_team_status_invalid_transition' },
        { action: 'cancel', allowed: true, reason: null },
      ]);
    }
  });
});
