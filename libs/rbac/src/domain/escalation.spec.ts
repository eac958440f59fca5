import { describe, expect, it } from '@jest/globals';
import type { Grant, Permission, Place, Scope } from '#libs/permissions';
import { grantExceedsOwn, revocationExceedsOwn, roleExceedsOwn } from './escalation.js';

const LEAF: Place = { projectId: null, teamIds: ['leaf', 'root'] };
const ROOT: Place = { projectId: null, teamIds: ['root'] };
const IN_LEAF: Place = { projectId: 'p', teamIds: ['leaf', 'root'] };
const ELSEWHERE: Place = { projectId: 'q', teamIds: ['other'] };
const EVERYWHERE = null;

const holding = (scope: Scope, ...permissions: Permission[]): Grant[] =>
  permissions.map((permission) => ({ permission, scope }));

const GLOBAL = holding({}, 'user_role.edit');
const OF_LEAF = holding({ team_id: 'leaf' }, 'user_role.edit', 'secret.request', 'audit.read');
const OF_ROOT = holding({ team_id: 'root' }, 'user_role.edit', 'secret.request');
const OF_PROJECT = holding({ project_id: 'p' }, 'user_role.edit', 'secret.request');
const MIXED = [...holding({ team_id: 'leaf' }, 'user_role.edit'), ...holding({}, 'secret.approve')];
const APART = [
  ...holding({ team_id: 'leaf' }, 'user_role.edit'),
  ...holding({ team_id: 'other' }, 'secret.approve'),
];

describe('a grant of a role', () => {
  it.each([
    ['by a global holder, of anything, everywhere', GLOBAL, ['role.edit'], EVERYWHERE],
    ['by a global holder, of anything, in a project', GLOBAL, ['secret.approve'], ELSEWHERE],
    ['in the holder’s own team', OF_LEAF, ['secret.request'], LEAF],
    ['in a project of the holder’s team', OF_LEAF, ['secret.request'], IN_LEAF],
    ['in a team below the holder’s', OF_ROOT, ['secret.request'], LEAF],
    ['in the holder’s own project', OF_PROJECT, ['secret.request'], IN_LEAF],
    ['of user_role.edit itself, within', OF_LEAF, ['user_role.edit'], LEAF],
    ['of what the holder has globally', MIXED, ['secret.approve'], LEAF],
    ['of what the holder has there without effect', OF_LEAF, ['secret.request', 'audit.read'], LEAF],
    ['of a role that gives nothing', OF_LEAF, [], LEAF],
  ] as [string, Grant[], Permission[], Place | null][])('%s is allowed', (_, caller, permissions, place) => {
    expect(grantExceedsOwn(caller, permissions, place)).toBe(false);
  });

  it.each([
    ['everywhere, by a scoped holder', OF_LEAF, ['secret.request'], EVERYWHERE],
    ['everywhere, of nothing, by a scoped holder', OF_LEAF, [], EVERYWHERE],
    ['in the team above', OF_LEAF, ['secret.request'], ROOT],
    ['in another team’s project', OF_LEAF, ['secret.request'], ELSEWHERE],
    ['in the team of the holder’s project', OF_PROJECT, ['secret.request'], LEAF],
    ['of a permission that the holder lacks', OF_LEAF, ['secret.approve'], LEAF],
    ['of one permission too many', OF_LEAF, ['secret.request', 'secret.approve'], IN_LEAF],
    ['of what the holder has elsewhere', APART, ['secret.approve'], LEAF],
    [
      'by someone who may not grant at all',
      holding({}, 'secret.request', 'role.edit'),
      ['secret.request'],
      LEAF,
    ],
    ['by nobody', [], [], LEAF],
  ] as [string, Grant[], Permission[], Place | null][])(
    '%s is an escalation',
    (_, caller, permissions, place) => {
      expect(grantExceedsOwn(caller, permissions, place)).toBe(true);
    },
  );
});

describe('revoking a grant', () => {
  it.each([
    ['a global holder anywhere', GLOBAL, EVERYWHERE, false],
    ['a global holder in a project', GLOBAL, ELSEWHERE, false],
    ['a scoped holder within, whatever it gives', OF_LEAF, IN_LEAF, false],
    ['a scoped holder above', OF_LEAF, ROOT, true],
    ['a scoped holder elsewhere', OF_LEAF, ELSEWHERE, true],
    ['a scoped holder of a global grant', OF_LEAF, EVERYWHERE, true],
    ['someone without user_role.edit', holding({}, 'role.edit'), LEAF, true],
  ] as [string, Grant[], Place | null, boolean][])('by %s', (_, caller, place, exceeds) => {
    expect(revocationExceedsOwn(caller, place)).toBe(exceeds);
  });
});

describe('adding permissions to a role', () => {
  it.each([
    ['a global holder of user_role.edit may put in anything', GLOBAL, ['secret.approve', 'role.edit'], false],
    [
      'a holder may put in what they hold globally',
      holding({}, 'role.edit', 'audit.read'),
      ['audit.read'],
      false,
    ],
    ['nothing new is always fine', holding({}, 'role.edit'), [], false],
    ['a holder may not put in what they lack', holding({}, 'role.edit'), ['user_role.edit'], true],
    ['nor what they hold in a scope', [...holding({}, 'role.edit'), ...OF_LEAF], ['secret.request'], true],
    [
      'a scoped user_role.edit does not help',
      [...holding({}, 'role.edit'), ...OF_ROOT],
      ['user_role.edit'],
      true,
    ],
  ] as [string, Grant[], Permission[], boolean][])('%s', (_, caller, added, exceeds) => {
    expect(roleExceedsOwn(caller, added)).toBe(exceeds);
  });
});
