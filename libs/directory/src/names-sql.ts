import type { Conditions } from '#libs/database';
import { type Caller, type Grant, holdsAnywhere, holdsGlobally, isGlobal } from '#libs/permissions';
import { personNameSql } from '#libs/users';

/** The kinds of references that have names, as audit events call them. */
export const REF_KINDS = [
  'user',
  'agent',
  'role',
  'team',
  'project',
  'environment',
  'workflow',
  'policy_rule',
  'provider_connection',
] as const;

export type RefKind = (typeof REF_KINDS)[number];

const TABLES: Readonly<Record<RefKind, string>> = {
  user: 'users',
  agent: 'agents',
  role: 'roles',
  team: 'teams',
  project: 'projects',
  environment: 'environments',
  workflow: 'workflows',
  policy_rule: 'policy_rules',
  provider_connection: 'provider_connections',
};

/** Returns a statement for `ref` and `name` of those ids whose name the caller may see. */
export function namesSql(
  kind: RefKind,
  ids: readonly string[],
  caller: Caller,
  conditions: Conditions,
): string {
  const name = kind === 'user' ? personNameSql('x') : 'x.name';
  const where = [`x.id = ANY (${conditions.bind(ids)}::uuid[])`, ...conditionsOf(kind, caller, conditions)];
  return `SELECT '${kind}:' || x.id AS ref, ${name} AS name FROM ${TABLES[kind]} x WHERE ${where.join(' AND ')}`;
}

/** All other kinds have lists for every signed-in user. */
function conditionsOf(kind: RefKind, caller: Caller, conditions: Conditions): string[] {
  if (kind === 'user') return ofPeople(caller, conditions);
  if (kind === 'policy_rule') return ofRules(caller);
  return kind === 'provider_connection' ? ofConnections(caller, conditions) : [];
}

/** Users who read the audit log see people's ids there; users who grant roles have the list of users. */
function ofPeople({ userId, grants }: Caller, conditions: Conditions): string[] {
  const knowsEverybody = holdsGlobally(grants, 'audit.read') || holdsAnywhere(grants, 'user_role.edit');
  return knowsEverybody ? [] : [`x.id = ${conditions.bind(userId)}`];
}

/** A team's rules are listed for policy authors (D77). */
function ofRules({ grants }: Caller): string[] {
  const seesAll = holdsGlobally(grants, 'policy.edit') || holdsGlobally(grants, 'audit.read');
  return seesAll ? [] : ['x.team_id IS NULL'];
}

/** Connections that the caller can choose for a request, as in the list for requests; all of them for administrators. */
function ofConnections({ grants }: Caller, conditions: Conditions): string[] {
  if (holdsGlobally(grants, 'integration.edit') || holdsGlobally(grants, 'audit.read')) return [];
  const scopes = grants.filter(isForRequests).map(({ scope }) => scope);
  const everywhere = conditions.bind(scopes.some(isGlobal));
  const projects = conditions.bind(scopes.flatMap((scope) => scope.project_id ?? []));
  const teams = conditions.bind(scopes.flatMap((scope) => scope.team_id ?? []));
  return [
    `EXISTS (SELECT FROM provider_connection_bindings b JOIN projects p ON p.id = b.project_id
      WHERE b.connection_id = x.id AND (${everywhere}::boolean OR p.id = ANY (${projects}::uuid[])
        OR EXISTS (SELECT FROM team_closure v WHERE v.descendant_id = p.team_id AND v.ancestor_id = ANY (${teams}::uuid[]))))`,
  ];
}

function isForRequests({ permission }: Grant): boolean {
  return permission === 'secret.request';
}
