import { describe, expect, it } from '@jest/globals';
import { pendingActionsOf } from './pending-actions.js';

const crossTeam = { type: 'cross_team', minApprovers: 1, requiresSecurityApproval: true } as const;
const pendingOn = (request: Parameters<typeof pendingActionsOf>[0]): string[] =>
  pendingActionsOf(request).map(({ permission, action, at }) => `${permission}: ${action} at ${at}`);

const VALUES = 'secret.value.provide: fill at target_team';
const SOURCE = 'secret.approve: verify at project';
const SECURITY = 'secret.security.approve: verify at everywhere';

describe('the pending actions', () => {
  it.each([
    ['a read', { ...crossTeam, type: 'read', status: 'pending' }, ['secret.approve: approve at project']],
    ['a patch', { ...crossTeam, type: 'patch', status: 'approved' }, ['secret.approve: approve at project']],
    ['a cross-team request without values', { ...crossTeam, status: 'pending_values' }, [VALUES]],
    ['a filled cross-team request', { ...crossTeam, status: 'pending_verification' }, [SOURCE, SECURITY]],
    [
      'a filled cross-team request without a security vote',
      { ...crossTeam, requiresSecurityApproval: false, status: 'pending_verification' },
      [SOURCE],
    ],
    [
      'a cross-team request that needs no vote',
      { ...crossTeam, minApprovers: 0, requiresSecurityApproval: false, status: 'approved' },
      [],
    ],
  ] as const)('of %s', (_, request, expected) => {
    expect(pendingOn(request)).toEqual(expected);
  });
});
