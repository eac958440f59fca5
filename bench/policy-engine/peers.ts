import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { type Enforcer, newEnforcer, newModelFromString } from 'casbin';
import type { PolicyRule, PolicyScope } from '#libs/policy-engine';

/** The same rules for casbin: priority decides, an empty key is a wildcard, teams are a list. */
const CASBIN_MODEL = `
[request_definition]
r = project, teams, kind, provider, ref, op
[policy_definition]
p = priority, project, team, kind, provider, prefix, op, eft
[policy_effect]
e = priority(p.eft) || deny
[matchers]
m = (p.project == "*" || p.project == r.project) && (p.team == "*" || has(r.teams, p.team)) && (p.kind == "*" || p.kind == r.kind) && (p.provider == "*" || p.provider == r.provider) && (p.op == "*" || p.op == r.op) && (p.prefix == "*" || begins(r.ref, p.prefix))
`;

/** The largest priority there is. */
const TOP = 1_000_000;

/** An enforcer loaded with the rules. */
export async function casbinWith(rules: readonly PolicyRule[]): Promise<Enforcer> {
  const enforcer = await newEnforcer(newModelFromString(CASBIN_MODEL));
  await enforcer.addFunction('has', (teams: string, team: string) => teams.includes(`,${team},`));
  await enforcer.addFunction('begins', (ref: string, prefix: string) => ref.startsWith(prefix));
  await enforcer.addPolicies([...rules].sort((a, b) => b.priority - a.priority).map(casbinLine));
  return enforcer;
}

/** casbin puts the smallest text first, we take the largest number. */
function rank(priority: number): string {
  return String(TOP - priority).padStart(7, '0');
}

function casbinLine({ priority, projectId, teamId, selector }: PolicyRule): string[] {
  const any = (value: string | null | undefined): string => value ?? '*';
  return [
    ...[rank(priority), any(projectId), any(teamId), any(selector.environment_kind)],
    ...[any(selector.provider_type), any(selector.secret_ref_prefix), any(selector.operation), 'allow'],
  ];
}

/** Asks casbin synchronously. */
export function askCasbin(enforcer: Enforcer, scope: PolicyScope): boolean {
  const teams = `,${scope.teamIds.join(',')},`;
  return enforcer.enforceSync(
    scope.projectId,
    teams,
    scope.environmentKind,
    scope.providerType,
    scope.secretRef,
    scope.operation,
  );
}

/** Gives cedar the rules under a name; it knows no priority and evaluates them all. */
export function loadCedar(name: string, rules: readonly PolicyRule[]): void {
  const staticPolicies = Object.fromEntries(rules.map((rule) => [rule.id, cedarPolicy(rule)]));
  const answer = preparsePolicySet(name, { staticPolicies });
  if (answer.type !== 'success')
    throw new Error(`cedar refused the rules: ${JSON.stringify(answer.errors[0])}`);
}

function cedarPolicy({ projectId, teamId, selector }: PolicyRule): string {
  const conditions = [
    projectId === null ? null : `context.project == "${projectId}"`,
    teamId === null ? null : `context.teams.contains("${teamId}")`,
    selector.environment_kind === undefined ? null : `context.kind == "${selector.environment_kind}"`,
    selector.provider_type === undefined ? null : `context.provider == "${selector.provider_type}"`,
    selector.operation === undefined ? null : `context.op == "${selector.operation}"`,
    selector.secret_ref_prefix === undefined ? null : `context.ref like "${selector.secret_ref_prefix}*"`,
  ].filter((condition) => condition !== null);
  const when = conditions.length > 0 ? ` when { ${conditions.join(' && ')} }` : '';
  return `permit (principal, action, resource)${when};`;
}

/** Asks cedar. */
export function askCedar(name: string, scope: PolicyScope): boolean {
  const answer = statefulIsAuthorized({
    principal: { type: 'User', id: 'u' },
    action: { type: 'Action', id: 'a' },
    resource: { type: 'Secret', id: 's' },
    context: {
      project: scope.projectId,
      teams: [...scope.teamIds],
      kind: scope.environmentKind,
      provider: scope.providerType,
      ref: scope.secretRef,
      op: scope.operation,
    },
    preparsedPolicySetId: name,
    entities: [],
  });
  return answer.type === 'success' && answer.response.decision === 'allow';
}
