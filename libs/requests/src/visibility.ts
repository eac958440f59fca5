import { type Grant, holdsGlobally, type Permission } from '#libs/coverage';
import type { Caller } from '#libs/rbac';

/** Collects the parameters of a statement that is put together from conditions. */
export class Conditions {
  readonly parameters: unknown[] = [];

  /** Adds a parameter and gives its placeholder. */
  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }
}

/**
 * SQL conditions on `access_requests r` (with its project as `p`) that hold for what the caller may see:
 * their own, and what their grants cover (D12). Empty when they see everything.
 */
export function visibleTo(caller: Pick<Caller, 'userId' | 'grants'>, conditions: Conditions): string[] {
  const { grants } = caller;
  const all = ['secret.approve', 'secret.security.approve', 'audit.read'] as const;
  if (all.some((permission) => holdsGlobally(grants, permission))) return [];
  const ways = [`r.requester_id = ${conditions.bind(caller.userId)}`];
  const [projects, teams] = scopesOf(grants, 'secret.approve');
  if (projects.length > 0) ways.push(`r.project_id = ANY (${conditions.bind(projects)}::uuid[])`);
  if (teams.length > 0) ways.push(liesUnder('p.team_id', conditions.bind(teams)));
  if (holdsGlobally(grants, 'secret.value.provide')) ways.push('r.target_team_id IS NOT NULL');
  const [, providing] = scopesOf(grants, 'secret.value.provide');
  if (providing.length > 0) ways.push(liesUnder('r.target_team_id', conditions.bind(providing)));
  return [`(${ways.join(' OR ')})`];
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
