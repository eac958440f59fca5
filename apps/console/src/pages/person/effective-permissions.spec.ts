import { describe, expect, it } from '@jest/globals';
import type { Grant } from '../../api/queries/grants.js';
import { effectivePermissions } from './effective-permissions.js';

const CATALOG = ['secret.request', 'audit.read', 'role.edit'].map((permission) => ({
  ...{ permission, group: 'Any', description: '' },
}));
const ROLES = [
  { id: 'developer', permissions: ['secret.request', 'audit.read'] },
  { id: 'auditor', permissions: ['audit.read'] },
];
const grant = (role: string, scope: Grant['scope']): Grant => ({
  ...{ id: `${role} ${JSON.stringify(scope)}`, user_id: 'ada', role_id: role, role_name: role, scope },
  ...{ granted_by: 'user:bob', created_at: '2026-03-14T09:26:53.589Z' },
});

describe('effective permissions', () => {
  it('list the grants that give each permission, and those whose scope is too narrow for it', () => {
    const [here, everywhere] = [grant('developer', { team_id: 'core' }), grant('auditor', {})];
    expect(effectivePermissions([here, everywhere, grant('gone', {})], ROLES, CATALOG)).toEqual([
      { entry: CATALOG[0], from: [here], without: [] },
      { entry: CATALOG[1], from: [everywhere], without: [here] },
    ]);
  });
});
