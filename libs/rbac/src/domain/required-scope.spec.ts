import { describe, expect, it } from '@jest/globals';
import type { Scope } from '#libs/permissions';
import { lacksRequiredScope } from './required-scope.js';

const [TEAM, PROJECT, NONE]: Scope[] = [{ team_id: 't' }, { project_id: 'p' }, {}];

describe('the scope that a role requires', () => {
  it.each([
    ['value_provider', TEAM, false],
    ['value_provider', PROJECT, true],
    ['value_provider', NONE, true],
    ['provider_connection_binder', TEAM, false],
    ['provider_connection_binder', PROJECT, false],
    ['provider_connection_binder', NONE, true],
    ['policy_author', TEAM, false],
    ['policy_author', PROJECT, false],
    ['policy_author', NONE, true],
    ['approver', NONE, false],
    ['approver', TEAM, false],
    ['a role of our own', NONE, false],
  ] as [string, Scope, boolean][])('of role %s is missing with %j: %s', (role, scope, lacks) => {
    expect(lacksRequiredScope(role, scope)).toBe(lacks);
  });
});
