import { describe, expect, it } from '@jest/globals';
import { authorityGained, authorizes } from './authority.js';
import { planOf } from './plan.js';
import { policyObjectsOf } from './policy-state.js';
import { looseningLines } from './plan-text.js';
import { documents, snapshot, observedObject } from './testing/observed-object.js';

const WORLD = snapshot(
  observedObject('Team', 'outer'),
  observedObject('Team', 'inner', { parent: 'outer' }),
  observedObject('Team', 'other'),
  observedObject('Project', 'shop', { team: 'inner' }),
  observedObject('Project', 'desk', { team: 'other' }),
  observedObject('Role', 'asker', { permissions: ['secret.request'] }),
  observedObject('Role', 'approver', { permissions: ['secret.approve', 'secret.request'] }),
  observedObject('Role', 'unused', { permissions: ['audit.read'] }),
  observedObject('Grant', '', { user: 'ada', role: 'approver' }),
  observedObject('Grant', '', { user: 'bob', role: 'approver', team: 'outer' }),
  observedObject('Grant', '', { user: 'eve', role: 'asker', project: 'shop' }),
);

function said(...sources: readonly string[]): string[] {
  const { changes, refusals } = planOf(documents(...sources), WORLD, false);
  expect([changes.length > 0, refusals]).toEqual([true, []]);
  const { before, after } = policyObjectsOf(WORLD, changes);
  const gained = authorityGained(changes, before, after);
  if (gained.length > 0) expect(changes.some(authorizes)).toBe(true);
  return looseningLines(gained).map((line) => line.trim());
}

const grant = (spec: string, metadata = ''): string => `kind: Grant\n${metadata}spec: ${spec}`;
const role = (name: string, permissions: string): string =>
  `kind: Role\nmetadata: { name: ${name} }\nspec: { permissions: [${permissions}] }`;

describe('a change that gives people more permissions is reported', () => {
  it.each<[string, string[], string[]]>([
    [
      'a grant of what its person does not hold there, and the pool that grows by it',
      [grant('{ user: eve, role: approver, team: inner }')],
      [
        'LOOSER: eve in team inner may then secret.approve, secret.request',
        'LOOSER: in shop 3 people may approve instead of 2: eve',
      ],
    ],
    [
      'only what is more',
      [grant('{ user: eve, role: approver, project: shop }')],
      [
        'LOOSER: eve in project shop may then secret.approve',
        'LOOSER: in shop 3 people may approve instead of 2: eve',
      ],
    ],
    [
      'a grant everywhere of what was held in a team alone',
      [grant('{ user: bob, role: approver }')],
      [
        'LOOSER: bob everywhere may then secret.approve, secret.request',
        'LOOSER: in desk 2 people may approve instead of 1: bob',
      ],
    ],
    ['a grant of what is held everywhere: no', [grant('{ user: ada, role: asker, project: shop }')], []],
    ['a grant below what is held: no', [grant('{ user: bob, role: approver, project: shop }')], []],
    ['a grant that goes: no', [grant('{ user: ada, role: approver }', 'metadata: { state: absent }\n')], []],
    [
      'a role that gains, with how many hold it',
      [role('asker', 'secret.request, secret.approve')],
      [
        'LOOSER: role asker, held by 1 person, gains secret.approve',
        'LOOSER: in shop 3 people may approve instead of 2: eve',
      ],
    ],
    ['a role that nobody holds: no', [role('unused', 'audit.read, secret.approve')], []],
    ['a new role: no', [role('fresh', 'secret.approve')], []],
    ['a role that loses: no', [role('approver', 'secret.request')], []],
    [
      'a project that moves below a team with approvers of its own',
      ['kind: Project\nmetadata: { name: desk }\nspec: { team: inner }'],
      ['LOOSER: in desk 2 people may approve instead of 1: bob'],
    ],
    [
      'a team that moves',
      ['kind: Team\nmetadata: { name: other }\nspec: { parent: outer }'],
      ['LOOSER: in desk 2 people may approve instead of 1: bob'],
    ],
    ['a project that leaves: no', ['kind: Project\nmetadata: { name: shop }\nspec: { team: null }'], []],
  ])('%s', (_, sources, expected) => expect(said(...sources)).toEqual(expected));
});
