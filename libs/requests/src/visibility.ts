import { type Caller, type Grant, holdsGlobally, type Permission } from '#libs/permissions';
import type { Conditions, Database } from '#libs/database';

/** The projects and teams that grants at teams cover; null where they are too many for a parameter. */
export interface CoveredByTeams {
  readonly projectIds: readonly string[] | null;
  readonly targetTeamIds: readonly string[] | null;
}

/** With more than these, so many requests are visible that checking them row by row soon fills a page. */
const MANY = 1000;

/** $1 teams where the caller approves, $2 teams where the caller provides values; returns the columns of CoveredByTeams. */
const COVERED_BY_TEAMS = `SELECT
  ARRAY(SELECT DISTINCT p.id FROM team_closure v JOIN projects p ON p.team_id = v.descendant_id
    WHERE v.ancestor_id = ANY ($1::uuid[]) LIMIT ${MANY + 1}) AS "projectIds",
  ARRAY(SELECT DISTINCT v.descendant_id FROM team_closure v
    WHERE v.ancestor_id = ANY ($2::uuid[]) LIMIT ${MANY + 1}) AS "targetTeamIds"`;

/**
 * Returns the projects and teams that the caller's grants at teams cover. With their ids as a parameter, Postgres finds
 * the few requests of a small team by its indexes; with a condition on each row, it would scan the whole history
 * (bench/growth).
 */
export async function coveredByTeams(
  database: Database,
  { grants }: Pick<Caller, 'grants'>,
): Promise<CoveredByTeams> {
  const [[, approving], [, providing]] = [scopesOf(grants, 'secret.approve'), providingScopes(grants)];
  if (seesEverything(grants) || approving.length + providing.length === 0)
    return { projectIds: [], targetTeamIds: [] };
  const [row] = await database.query<{ projectIds: string[]; targetTeamIds: string[] }>(COVERED_BY_TEAMS, [
    approving,
    providing,
  ]);
  const few = (ids: string[] = []): string[] | null => (ids.length > MANY ? null : ids);
  return { projectIds: few(row?.projectIds), targetTeamIds: few(row?.targetTeamIds) };
}

/**
 * Returns SQL conditions on `access_requests r` (with its project as `p`) for what is visible to the caller: their own
 * requests, and those that their grants cover (D12). Empty when all are visible.
 *
 * @param covered the result of coveredByTeams; if absent, teams are checked row by row
 */
export function visibleTo(
  caller: Pick<Caller, 'userId' | 'grants'>,
  conditions: Conditions,
  covered: CoveredByTeams = { projectIds: null, targetTeamIds: null },
): string[] {
  const { grants } = caller;
  if (seesEverything(grants)) return [];
  const ways = [`r.requester_id = ${conditions.bind(caller.userId)}`];
  const [projects, teams] = scopesOf(grants, 'secret.approve');
  if (projects.length > 0) ways.push(`r.project_id = ANY (${conditions.bind(projects)}::uuid[])`);
  if (teams.length > 0) ways.push(within('r.project_id', covered.projectIds, 'p.team_id', teams, conditions));
  if (holdsGlobally(grants, 'secret.value.provide')) ways.push('r.target_team_id IS NOT NULL');
  const [, providing] = providingScopes(grants);
  if (providing.length > 0)
    ways.push(within('r.target_team_id', covered.targetTeamIds, 'r.target_team_id', providing, conditions));
  return [`(${ways.join(' OR ')})`];
}

/**
 * Returns an SQL condition for the places where a grant has the permission; null when no grant has it.
 *
 * @param place SQL for the project, null where a grant at a project does not apply, and for the team
 */
export function coveredBy(
  grants: readonly Grant[],
  permission: Permission,
  place: { readonly project: string | null; readonly team: string },
  conditions: Conditions,
): string | null {
  if (holdsGlobally(grants, permission)) return 'true';
  const [projects, teams] = scopesOf(grants, permission);
  const ways = [
    ...(place.project !== null && projects.length > 0
      ? [`${place.project} = ANY (${conditions.bind(projects)}::uuid[])`]
      : []),
    ...(teams.length > 0 ? [liesUnder(place.team, conditions.bind(teams))] : []),
  ];
  return ways.length === 0 ? null : `(${ways.join(' OR ')})`;
}

/** Returns whether only the caller's own requests are visible. */
export function seesOnlyOwn({ grants }: Pick<Caller, 'grants'>): boolean {
  if (seesEverything(grants) || holdsGlobally(grants, 'secret.value.provide')) return false;
  const [, providing] = providingScopes(grants);
  return [...scopesOf(grants, 'secret.approve'), providing].every((scopes) => scopes.length === 0);
}

function seesEverything(grants: readonly Grant[]): boolean {
  const all = ['secret.approve', 'secret.security.approve', 'audit.read'] as const;
  return all.some((permission) => holdsGlobally(grants, permission));
}

const providingScopes = (grants: readonly Grant[]): [projects: string[], teams: string[]] =>
  scopesOf(grants, 'secret.value.provide');

/** Returns SQL: `column` is one of the ids; where those are too many, `team` is below one of the ancestors. */
function within(
  column: string,
  ids: readonly string[] | null,
  team: string,
  ancestors: readonly string[],
  conditions: Conditions,
): string {
  if (ids === null) return liesUnder(team, conditions.bind(ancestors));
  return `${column} = ANY (${conditions.bind(ids)}::uuid[])`;
}

function scopesOf(grants: readonly Grant[], permission: Permission): [projects: string[], teams: string[]] {
  const scopes = grants.filter((grant) => grant.permission === permission).map((grant) => grant.scope);
  return [
    scopes.flatMap((scope) => scope.project_id ?? []),
    scopes.flatMap((scope) => (scope.project_id === undefined ? (scope.team_id ?? []) : [])),
  ];
}

function liesUnder(team: string, ancestors: string): string {
  return `EXISTS (SELECT FROM team_closure v WHERE v.descendant_id = ${team} AND v.ancestor_id = ANY (${ancestors}::uuid[]))`;
}
