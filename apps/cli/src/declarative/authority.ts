import type { Loosening } from './loosening.js';
import type { Change } from './plan.js';
import type { PolicyObject } from './policy-state.js';
import type { Spec } from './kind.js';

/** Grants, roles and places, by the names in documents. */
interface Authority {
  readonly permissionsOf: ReadonlyMap<string, readonly string[]>;
  readonly grants: readonly Spec[];
  readonly teamOf: ReadonlyMap<string, string | null>;
  readonly parentOf: ReadonlyMap<string, string | null>;
}

const APPROVE = 'secret.approve';

/** Returns whether a change can give people permissions. */
export function authorizes({ kind, action, fields }: Change): boolean {
  if (kind === 'Grant') return action === 'create';
  if (action !== 'update') return false;
  const moved = { Role: 'permissions', Project: 'team', Team: 'parent' }[kind as string];
  return fields.some(({ member }) => member === moved);
}

/** Returns who gains permissions by the changes: through a grant, a role that they hold, or as an approver of a project. */
export function authorityGained(
  changes: readonly Change[],
  before: readonly PolicyObject[],
  after: readonly PolicyObject[],
): Loosening[] {
  const [one, other] = [authorityIn(before), authorityIn(after)];
  return [...grantsOfMore(changes, one, other), ...rolesOfMore(changes, one), ...poolsOfMore(one, other)];
}

function authorityIn(things: readonly PolicyObject[]): Authority {
  const of = (kind: PolicyObject['kind']): PolicyObject[] => things.filter((thing) => thing.kind === kind);
  const named = (kind: PolicyObject['kind'], member: string) =>
    new Map(of(kind).map(({ name, spec }) => [name, (spec[member] as string | null | undefined) ?? null]));
  return {
    permissionsOf: new Map(of('Role').map(({ name, spec }) => [name, permissionsIn(spec)])),
    grants: of('Grant').map(({ spec }) => spec),
    teamOf: named('Project', 'team'),
    parentOf: named('Team', 'parent'),
  };
}

const permissionsIn = (spec: Spec): readonly string[] =>
  (spec['permissions'] as readonly string[] | undefined) ?? [];

function grantsOfMore(changes: readonly Change[], before: Authority, after: Authority): Loosening[] {
  return changes
    .filter(({ kind, action }) => kind === 'Grant' && action === 'create')
    .flatMap(({ spec }) => {
      const held = new Set(
        before.grants
          .filter((grant) => grant['user'] === spec['user'] && covers(grant, spec, before))
          .flatMap((grant) => before.permissionsOf.get(grant['role'] as string) ?? []),
      );
      const gained = (after.permissionsOf.get(spec['role'] as string) ?? []).filter(
        (each) => !held.has(each),
      );
      return gained.length === 0
        ? []
        : [said(`${String(spec['user'])} ${placeOf(spec)}`, `may then ${gained.join(', ')}`)];
    });
}

const placeOf = ({ project, team }: Spec): string => {
  if (typeof project === 'string') return `in project ${project}`;
  return typeof team === 'string' ? `in team ${team}` : 'everywhere';
};

/** A role without grants gives nothing: its grants will be listed. */
function rolesOfMore(changes: readonly Change[], before: Authority): Loosening[] {
  return changes
    .filter(({ kind, action }) => kind === 'Role' && action === 'update')
    .flatMap(({ identity, spec }) => {
      const role = identity[0]!;
      const held = new Set(before.permissionsOf.get(role));
      const gained = permissionsIn(spec).filter((each) => !held.has(each));
      const holders = new Set(
        before.grants.filter((grant) => grant['role'] === role).map((grant) => grant['user']),
      );
      if (gained.length === 0 || holders.size === 0) return [];
      return [said(`role ${role}, held by ${people(holders.size)},`, `gains ${gained.join(', ')}`)];
    });
}

/** Projects whose pools grow by the same people are listed together. */
function poolsOfMore(before: Authority, after: Authority): Loosening[] {
  const grown = new Map<string, string[]>();
  const [poolBefore, poolAfter] = [poolsOf(before), poolsOf(after)];
  for (const project of before.teamOf.keys()) {
    if (!after.teamOf.has(project)) continue;
    const [one, other] = [poolBefore(project), poolAfter(project)];
    const joined = [...other].filter((user) => !one.has(user));
    if (joined.length === 0) continue;
    const how = `${people(other.size)} may approve instead of ${one.size}: ${named(joined)}`;
    grown.set(how, [...(grown.get(how) ?? []), project]);
  }
  return [...grown].map(([how, projects]) => said(`in ${named(projects)}`, how));
}

const MAX_NAMED = 3;
const named = (all: readonly string[]): string =>
  all.length <= MAX_NAMED
    ? all.join(', ')
    : `${all.slice(0, MAX_NAMED).join(', ')} and ${all.length - MAX_NAMED} more`;
const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;
const said = (what: string, how: string): Loosening => ({ what, how: [how], requests: null });

/** Returns a function for the approvers of a project; grants are read once for all projects. */
function poolsOf(authority: Authority): (project: string) => Set<string> {
  const approving = authority.grants.filter(({ role }) =>
    authority.permissionsOf.get(role as string)?.includes(APPROVE),
  );
  return (project) =>
    new Set(
      approving.filter((grant) => covers(grant, { project }, authority)).map(({ user }) => user as string),
    );
}

/** Returns whether a grant covers a place: globally, by project, or by a team and its descendants. */
function covers(grant: Spec, place: Spec, { teamOf, parentOf }: Authority): boolean {
  const { project, team } = place as { project?: string; team?: string };
  if (grant['project'] !== undefined && grant['project'] !== null) return grant['project'] === project;
  if (grant['team'] === undefined || grant['team'] === null) return true;
  const seen = new Set<string>();
  let above = project === undefined ? (team ?? null) : (teamOf.get(project) ?? null);
  for (; above !== null && !seen.has(above); above = parentOf.get(above) ?? null) {
    if (above === grant['team']) return true;
    seen.add(above);
  }
  return false;
}
