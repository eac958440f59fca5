import { describe, expect, it } from '@jest/globals';
import { awaitedOf } from './awaited.js';

const handOver = { type: 'cross_team', minApprovers: 1, requiresSecurityApproval: true } as const;
const asked = (request: Parameters<typeof awaitedOf>[0]): string[] =>
  awaitedOf(request).map(({ permission, action, at }) => `${permission}: ${action} at ${at}`);

const VALUES = 'secret.value.provide: fill at target_team';
const SOURCE = 'secret.approve: verify at project';
const SECURITY = 'secret.security.approve: verify at everywhere';

describe('the pending action', () => {
  it.each([
    ['a read', { ...handOver, type: 'read', status: 'pending' }, ['secret.approve: approve at project']],
    ['a patch', { ...handOver, type: 'patch', status: 'approved' }, ['secret.approve: approve at project']],
    ['a hand-over without its values', { ...handOver, status: 'pending_values' }, [VALUES]],
    ['a filled one', { ...handOver, status: 'pending_verification' }, [SOURCE, SECURITY]],
    [
      'a filled one without a security vote',
      { ...handOver, requiresSecurityApproval: false, status: 'pending_verification' },
      [SOURCE],
    ],
    [
      'one that needs no vote',
      { ...handOver, minApprovers: 0, requiresSecurityApproval: false, status: 'approved' },
      [],
    ],
  ] as const)('of %s', (_, request, expected) => {
    expect(asked(request)).toEqual(expected);
  });
});
