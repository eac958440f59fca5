import { describe, expect, it } from '@jest/globals';
import type { Grant, Permission, Scope } from '#libs/permissions';
import {
  allowedActions,
  refuseCancel,
  refuseReveal,
  refuseVote,
  type RequestFacts,
  hasQuorum,
  mayVote,
} from './request-actions.js';

const pending: RequestFacts = {
  type: 'read',
  status: 'pending',
  claimed: false,
  requesterId: 'ann',
  registrantId: null,
  place: { projectId: 'web', teamIds: ['payments', 'all'] },
  minApprovers: 1,
  allowSelfApproval: false,
  voterIds: [],
  validVoterIds: [],
  hasLiveWraps: false,
  revealOpen: false,
};
const holding = (permission: Permission, scope: Scope = {}): Grant[] => [{ permission, scope }];
const ann = { userId: 'ann', grants: holding('secret.approve') };
const bob = { userId: 'bob', grants: holding('secret.approve', { team_id: 'all' }) };

describe('a vote on a request', () => {
  it.each([
    ['nobody without the permission', null, { userId: 'eve', grants: [] }, 'permission_denied'],
    [
      'nobody whose grant lies elsewhere',
      null,
      { userId: 'eve', grants: holding('secret.approve', { project_id: 'x' }) },
      'out_of_scope_project',
    ],
    ['nobody once it is decided', { status: 'approved' }, bob, 'request_status_invalid_transition'],
    ['nobody once it has lapsed', { status: 'expired' }, bob, 'request_status_invalid_transition'],
    ['not its requester', null, ann, 'separation_of_duties_violated'],
    ['nobody twice', { minApprovers: 2, voterIds: ['bob'], validVoterIds: ['bob'] }, bob, 'duplicate_vote'],
    ['nobody twice while the votes do not count', { voterIds: ['bob', 'cid'] }, bob, 'duplicate_vote'],
    [
      'nobody on a cross-team request',
      { type: 'cross_team', status: 'pending_values' },
      bob,
      'cross_team_status_invalid_transition',
    ],
    ['a covering approver', null, bob, null],
    ['its requester where the workflow allows it', { allowSelfApproval: true }, ann, null],
  ] as const)('is allowed for %s', (_, change, actor, refusal) => {
    const request = { ...pending, ...change };
    for (const event of ['approve', 'reject'] as const)
      expect(refuseVote(request, actor, event)).toBe(refusal);
  });

  it('can be repeated to approve, but not to reject, when the existing votes now complete the quorum', () => {
    const regained = {
      ...pending,
      minApprovers: 2,
      voterIds: ['bob', 'cid'],
      validVoterIds: ['bob', 'cid'],
    };
    expect([refuseVote(regained, bob, 'approve'), refuseVote(regained, bob, 'reject')]).toEqual([
      null,
      'duplicate_vote',
    ]);
  });

  it('counts distinct approvals up to the quorum; none are required when the workflow says zero', () => {
    const rules = { minApprovers: 3, allowSelfApproval: false };
    expect([0, 1, 2, 3, 4].map((count) => hasQuorum(rules, count))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(hasQuorum({ ...rules, minApprovers: 0 }, 0)).toBe(true);
    const asked = { requesterId: 'ann', registrantId: null };
    expect([mayVote(rules, asked, 'ann'), mayVote(rules, asked, 'bob')]).toEqual([false, true]);
  });

  it('is refused to the registrant of the requesting workload, unless the workflow allows self-approval', () => {
    const asked = { ...pending, requesterId: 'the workload', registrantId: 'ann' };
    expect(refuseVote(asked, ann, 'approve')).toBe('separation_of_duties_violated');
    expect(refuseVote(asked, ann, 'reject')).toBe('separation_of_duties_violated');
    expect(refuseVote(asked, bob, 'approve')).toBeNull();
    expect(refuseVote({ ...asked, allowSelfApproval: true }, ann, 'approve')).toBeNull();
  });
});

describe('cancelling a request', () => {
  it.each([
    ['pending', false, 'ann', null],
    ['approved', false, 'ann', null],
    ['approved', true, 'ann', 'request_status_invalid_transition'],
    ['executed', false, 'ann', 'request_status_invalid_transition'],
    ['expired', false, 'ann', 'request_status_invalid_transition'],
    ['pending', false, 'bob', 'not_requester'],
    ['executed', false, 'bob', 'not_requester'],
  ] as const)(
    'of a request that is %s (claimed: %s) by %s returns %s',
    (status, claimed, userId, refusal) => {
      expect(refuseCancel({ ...pending, status, claimed }, { userId, grants: [] })).toBe(refusal);
    },
  );

  it('of a cross-team request is allowed only before its values are filled in, with its own error code', () => {
    const cancel = (status: RequestFacts['status']) =>
      refuseCancel({ ...pending, type: 'cross_team', status }, { userId: 'ann', grants: [] });
    expect(cancel('pending_values')).toBeNull();
    expect(cancel('pending_verification')).toBe('cross_team_status_invalid_transition');
  });
});

describe('revealing a request', () => {
  const ready = { ...pending, status: 'executed', hasLiveWraps: true } as const;

  it.each([
    ['ann', {}, null],
    ['ann', { type: 'cross_team', status: 'approved' }, null],
    ['ann', { type: 'cross_team', status: 'pending_verification' }, 'request_status_invalid_transition'],
    ['bob', {}, 'not_requester'],
    ['ann', { type: 'patch' }, 'reveal_type_unsupported'],
    ['ann', { status: 'approved' }, 'request_status_invalid_transition'],
    ['ann', { revealOpen: true }, 'reveal_session_open'],
    ['ann', { hasLiveWraps: false }, 'nothing_to_reveal'],
  ] as const)('by %s with %j returns %s', (userId, change, refusal) => {
    expect(refuseReveal({ ...ready, ...change }, { userId, grants: [] })).toBe(refusal);
  });

  it('is listed with the other actions, each with its reason when not allowed', () => {
    expect(allowedActions(pending, ann)).toEqual([
      { action: 'approve', allowed: false, reason: 'separation_of_duties_violated' },
      { action: 'reject', allowed: false, reason: 'separation_of_duties_violated' },
      { action: 'cancel', allowed: true, reason: null },
      { action: 'reveal', allowed: false, reason: 'request_status_invalid_transition' },
    ]);
  });
});
