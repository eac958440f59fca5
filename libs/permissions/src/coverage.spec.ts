import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomCases } from '../../../test/support/random-cases.js';
import { type Grant, holdsAnywhere, holdsAt, holdsGlobally, type Place, type Scope } from './coverage.js';
import { isPermission, isScopable, type Permission, PERMISSION_CATALOG } from './permission.js';

interface World {
  /** Parent of each team by index; a parent comes before its children. */
  readonly parents: readonly (number | null)[];
  /** Team of each project by index. */
  readonly projects: readonly (number | null)[];
}

const team = (index: number): string => `team-${index}`;
const project = (index: number): string => `project-${index}`;

const worlds: fc.Arbitrary<World> = fc.integer({ min: 1, max: 14 }).chain((size) =>
  fc.record({
    parents: fc.tuple(...Array.from({ length: size }, (_, index) => parentOf(index))),
    projects: fc.array(fc.option(fc.nat(size - 1)), { minLength: 1, maxLength: 8 }),
  }),
);

function parentOf(index: number): fc.Arbitrary<number | null> {
  return index === 0 ? fc.constant(null) : fc.option(fc.nat(index - 1), { freq: 6 });
}

const permissions = fc.constantFrom<Permission>(
  'secret.request',
  'secret.approve',
  'audit.read',
  'role.edit',
);

function grantsIn(world: World): fc.Arbitrary<Grant[]> {
  const scopes: Scope[] = [
    {},
    ...world.parents.map((_, index) => ({ team_id: team(index) })),
    ...world.projects.map((_, index) => ({ project_id: project(index) })),
    { team_id: 'elsewhere' },
  ];
  return fc.array(fc.record({ permission: permissions, scope: fc.constantFrom(...scopes) }), {
    maxLength: 6,
  });
}

/** Returns the names of the projects and teams that a scope covers, walking down from the team. */
function reachedBy(world: World, scope: Scope): Set<string> {
  const reached = new Set<string>(scope.project_id === undefined ? [] : [scope.project_id]);
  const walk = (parent: number | null): void => {
    if (parent !== null) reached.add(team(parent));
    world.projects.forEach((of, index) => of === parent && reached.add(project(index)));
    world.parents.forEach((above, index) => above === parent && walk(index));
  };
  if (scope.team_id !== undefined)
    world.parents.forEach((_, index) => team(index) === scope.team_id && walk(index));
  if (Object.keys(scope).length === 0) walk(null);
  return reached;
}

/** Returns the places of the world, each with its teams, walking up from the place. */
function placesOf(world: World): Map<string, Place> {
  const above = (index: number | null): string[] =>
    index === null ? [] : [team(index), ...above(world.parents[index] ?? null)];
  return new Map<string, Place>([
    ...world.parents.map((_, index): [string, Place] => [
      team(index),
      { projectId: null, teamIds: above(index) },
    ]),
    ...world.projects.map((of, index): [string, Place] => [
      project(index),
      { projectId: project(index), teamIds: above(of) },
    ]),
  ]);
}

describe('coverage', () => {
  it('agrees with a reference implementation on random team trees', () => {
    const cases = worlds.chain((world) => fc.tuple(fc.constant(world), grantsIn(world), permissions));
    fc.assert(
      fc.property(cases, ([world, grants, permission]) => {
        for (const [name, place] of placesOf(world)) {
          const expected = grants.some(
            ({ permission: held, scope }) =>
              held === permission &&
              reachedBy(world, scope).has(name) &&
              (Object.keys(scope).length === 0 || held.startsWith('secret.')),
          );
          expect([name, holdsAt(grants, permission, place)]).toEqual([name, expected]);
        }
      }),
      { numRuns: randomCases(1000) },
    );
  });

  it('ignores a scoped grant of a global-only permission', () => {
    const grants: Grant[] = [{ permission: 'audit.read', scope: { team_id: 'a' } }];
    expect(holdsAnywhere(grants, 'audit.read')).toBe(false);
    expect(holdsAt(grants, 'audit.read', { projectId: 'p', teamIds: ['a'] })).toBe(false);
  });

  it('never treats a scoped grant as a global one', () => {
    const grants: Grant[] = [
      { permission: 'user_role.edit', scope: { team_id: 'a' } },
      { permission: 'user_role.edit', scope: { project_id: 'p' } },
    ];
    expect(holdsGlobally(grants, 'user_role.edit')).toBe(false);
    expect(holdsAnywhere(grants, 'user_role.edit')).toBe(true);
  });

  it('finds a permission among others', () => {
    const grants: Grant[] = [
      { permission: 'audit.read', scope: {} },
      { permission: 'secret.request', scope: { team_id: 'a' } },
    ];
    expect([holdsAnywhere(grants, 'audit.read'), holdsGlobally(grants, 'audit.read')]).toEqual([true, true]);
    expect([holdsAnywhere(grants, 'secret.request'), holdsGlobally(grants, 'secret.request')]).toEqual([
      true,
      false,
    ]);
    expect([holdsAnywhere(grants, 'role.edit'), holdsGlobally(grants, 'role.edit')]).toEqual([false, false]);
  });

  it('does not extend a project grant to its team or to a project without one', () => {
    const grants: Grant[] = [{ permission: 'secret.request', scope: { project_id: 'p' } }];
    expect(holdsAt(grants, 'secret.request', { projectId: null, teamIds: ['a'] })).toBe(false);
    expect(holdsAt(grants, 'secret.request', { projectId: 'q', teamIds: [] })).toBe(false);
  });

  it('allows scopes for exactly the seven permissions of D13', () => {
    const scopable = PERMISSION_CATALOG.map((entry) => entry.permission).filter(isScopable);
    expect(scopable.sort()).toEqual([
      'integration.bind',
      'policy.author',
      'secret.approve',
      'secret.request',
      'secret.reveal.direct',
      'secret.value.provide',
      'user_role.edit',
    ]);
  });
});

describe('the permission catalog', () => {
  it('has the sixteen permissions of the specification in their six groups', () => {
    expect(PERMISSION_CATALOG.map(({ group, permission }) => `${group}: ${permission}`)).toEqual([
      'RBAC: role.edit',
      'RBAC: user_role.edit',
      'Workflows: workflow.edit',
      'Workflows: policy.edit',
      'Workflows: policy.author',
      'Agents: agent.mint',
      'Agents: agent.revoke',
      'Agents: agent.list',
      'Secrets: secret.request',
      'Secrets: secret.approve',
      'Secrets: secret.reveal.direct',
      'Secrets: secret.value.provide',
      'Secrets: secret.security.approve',
      'Observability: audit.read',
      'Integrations: integration.edit',
      'Integrations: integration.bind',
    ]);
  });

  it('has a unique description of each permission', () => {
    const descriptions = PERMISSION_CATALOG.map(({ description }) => description);
    expect(new Set(descriptions).size).toBe(PERMISSION_CATALOG.length);
    for (const description of descriptions) expect(description).toMatch(/^[A-Z]\w+[;,]? \w+/);
  });

  it('contains its own permissions and no others', () => {
    for (const { permission } of PERMISSION_CATALOG) expect(isPermission(permission)).toBe(true);
    for (const other of ['', 'secret', 'secret.request ', 'SECRET.REQUEST', 'constructor'])
      expect(isPermission(other)).toBe(false);
  });
});
