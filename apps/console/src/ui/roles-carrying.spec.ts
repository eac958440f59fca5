import { describe, expect, it } from '@jest/globals';
import { rolesCarrying } from './roles-carrying.js';

const role = (name: string, ...permissions: string[]) => ({ name, permissions });
const ROLES = [
  role('watcher', 'audit.read'),
  role('author', 'policy.author', 'secret.request'),
  role('Admin', 'policy.edit', 'audit.read'),
];

describe('the roles that carry a permission', () => {
  it('are named by the alphabet, whatever else they permit', () => {
    expect(rolesCarrying(ROLES, ['audit.read'])).toEqual(['Admin', 'watcher']);
  });

  it('carry any of several', () => {
    expect(rolesCarrying(ROLES, ['policy.edit', 'policy.author'])).toEqual(['Admin', 'author']);
  });

  it('may be none', () => {
    expect(rolesCarrying(ROLES, ['agent.mint'])).toEqual([]);
  });
});
