import { describe, expect, it } from '@jest/globals';
import { type RuleTarget, scopeOf } from './rule-target.js';

const READ: RuleTarget = {
  project: { projectId: 'web', teamIds: ['payments', 'all'] },
  environment: { environmentId: 'e1', name: 'staging', kind: 'non_prod' },
  connection: { type: 'vault' },
  secretRef: 'apps/web',
  operation: 'read',
  type: 'read',
};
const SCOPE = {
  projectId: 'web',
  teamIds: ['payments', 'all'],
  environment: 'staging',
  environmentId: 'e1',
  environmentKind: 'non_prod',
  providerType: 'vault',
  secretRef: 'apps/web',
  operation: 'read',
  type: 'read',
  principalKind: 'workload',
};

describe('the policy scope of a target', () => {
  it('contains every attribute that a selector may name', () => {
    expect(scopeOf(READ, 'workload')).toEqual(SCOPE);
  });

  it.each<[string, Partial<RuleTarget>, object]>([
    ['project', { project: null }, { projectId: null, teamIds: [] }],
    ['environment', { environment: null }, { environment: null, environmentId: null, environmentKind: null }],
    [
      'row of the environment',
      { environment: { environmentId: 'e1', name: null, kind: null } },
      { environment: null, environmentKind: null },
    ],
    ['connection', { connection: null }, { providerType: null }],
    ['secret', { secretRef: null }, { secretRef: null }],
  ])('has null where the %s is missing', (_, missing, nulls) => {
    expect(scopeOf({ ...READ, ...missing }, 'workload')).toEqual({ ...SCOPE, ...nulls });
  });
});
