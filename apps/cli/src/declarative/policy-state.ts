import { compile, type CompiledRules, type PolicyRule, type Selector } from '#libs/policy-engine';
import { keyOf, type KindName, type Spec } from './kind.js';
import { KINDS } from './kinds/all.js';
import type { Change, Snapshot } from './plan.js';
import { isObject } from './shape.js';

/** Everything that policy decisions depend on, by the names in documents. */
export interface PolicyState {
  readonly rules: CompiledRules;
  readonly workflows: ReadonlyMap<string, Spec>;
  readonly teamOf: (project: string) => string | null;
  readonly parentOf: (team: string) => string | null;
  readonly kindOf: (project: string, environment: string) => 'prod' | 'non_prod' | null;
}

/** The kinds that affect policy decisions. */
export const DECIDING: readonly KindName[] = [
  'Team',
  'Project',
  'Workflow',
  'Settings',
  'Policy',
  'ScopedPolicy',
];

/** Members of existing objects that affect decisions; a new workflow or team affects none before a rule references it. */
const DECIDING_MEMBERS: Partial<Record<KindName, readonly string[]>> = {
  Team: ['parent'],
  Project: ['team'],
  Settings: ['policy_priority_cap'],
  Workflow: Object.keys(KINDS.Workflow.members),
};

/** Returns whether a change can affect what requests require. */
export function decides({ kind, action, fields }: Change): boolean {
  if (kind === 'Policy' || kind === 'ScopedPolicy') return true;
  return (
    action === 'update' && fields.some(({ member }) => DECIDING_MEMBERS[kind]?.includes(member) === true)
  );
}

/** An object that affects decisions, before or after the changes. */
export interface PolicyObject {
  readonly id: string;
  readonly kind: KindName;
  readonly key: string;
  readonly name: string;
  readonly spec: Spec;
  /** Microseconds since 1970. */
  readonly madeAt: number;
}

/** The service's defaults for absent members (D85). */
const DEFAULTS: Partial<Record<KindName, Spec>> = {
  Workflow: {
    ...{
      allow_self_approval: false,
      require_justification: false,
      requires_security_approval: false,
      enabled: true,
    },
    ...{ wrap_ttl_created_seconds: 86_400, wrap_ttl_approved_seconds: 3600, wrap_ttl_claimed_seconds: 900 },
    ...{ request_ttl_seconds: 86_400, fill_ttl_seconds: 86_400 },
  },
  Policy: { direct_reveal_allowed: false, requires_mfa: false, reveal_ttl_seconds: 60, enabled: true },
  ScopedPolicy: { enabled: true },
};

/** Returns what decisions depend on before and after the changes. */
export function statesOf(
  snapshot: Snapshot,
  changes: readonly Change[],
): { before: PolicyState; after: PolicyState } {
  const { before, after } = policyObjectsOf(snapshot, changes);
  return { before: worldOf(before), after: worldOf(after) };
}

/** Returns all objects before and after the changes. */
export function policyObjectsOf(
  snapshot: Snapshot,
  changes: readonly Change[],
): { before: readonly PolicyObject[]; after: readonly PolicyObject[] } {
  const things = new Map<string, PolicyObject>();
  for (const { kind, key, name, spec, row, id } of snapshot.objects)
    // Rules with the same name both count; neither can be changed by a document.
    things.set(things.has(`${kind} ${key}`) ? `${kind} ${key} ${id}` : `${kind} ${key}`, {
      id,
      kind,
      key,
      name,
      spec,
      madeAt: Date.parse(row['created_at'] as string) * 1000 || 0,
    });
  const before = [...things.values()];
  for (const change of changes) carryOut(things, change);
  return { before, after: [...things.values()] };
}

function carryOut(things: Map<string, PolicyObject>, { action, kind, key, identity, spec }: Change): void {
  const at = `${kind} ${key}`;
  const found = things.get(at);
  if (action === 'delete') things.delete(at);
  else if (found) things.set(at, { ...found, spec: { ...found.spec, ...spec } });
  else {
    const made = { id: at, kind, key, name: identity.at(-1) ?? '', spec: { ...DEFAULTS[kind], ...spec } };
    things.set(at, { ...made, madeAt: Number.MAX_SAFE_INTEGER });
  }
}

function worldOf(things: readonly PolicyObject[]): PolicyState {
  const of = (kind: KindName): PolicyObject[] => things.filter((thing) => thing.kind === kind);
  const named = (kind: KindName, member: string) =>
    new Map(of(kind).map(({ name, spec }) => [name, (spec[member] as string | null | undefined) ?? null]));
  const cap = Number(of('Settings')[0]?.spec['policy_priority_cap'] ?? Infinity);
  const [teams, parents] = [named('Project', 'team'), named('Team', 'parent')];
  const environments = new Map(
    of('Environment').map(({ key, spec }) => [key, spec['kind'] as 'prod' | 'non_prod']),
  );
  return {
    rules: compile([...of('Policy'), ...of('ScopedPolicy')].map(ruleOf), cap),
    workflows: new Map(of('Workflow').map(({ name, spec }) => [name, spec])),
    teamOf: (project) => teams.get(project) ?? null,
    parentOf: (team) => parents.get(team) ?? null,
    kindOf: (project, environment) => environments.get(keyOf([project, environment])) ?? null,
  };
}

function ruleOf({ id, kind, name, spec, madeAt }: PolicyObject): PolicyRule {
  return {
    ...{ id, name, selector: selectorOf(spec), createdAtMicros: madeAt },
    workflowId: spec['workflow'] as string,
    priority: spec['priority'] as number,
    enabled: spec['enabled'] === true,
    directRevealAllowed: spec['direct_reveal_allowed'] === true,
    requiresMfa: spec['requires_mfa'] === true,
    revealTtlSeconds: (spec['reveal_ttl_seconds'] as number | undefined) ?? 60,
    projectId: kind === 'ScopedPolicy' ? ((spec['project'] as string | undefined) ?? null) : null,
    teamId: kind === 'ScopedPolicy' ? ((spec['team'] as string | undefined) ?? null) : null,
  };
}

/** The service adds the project to the selector of a project's rule (D77). */
function selectorOf({ selector, project }: Spec): Selector {
  const { project: named = project, exact_environment: exact, ...rest } = (selector ?? {}) as Spec;
  return {
    ...rest,
    ...(typeof named === 'string' ? { project_id: named } : {}),
    ...(isObject(exact)
      ? { environment_id: `${exact['project'] as string}/${exact['name'] as string}` }
      : {}),
  };
}

/** Returns why the effects of the changes can't be determined; empty if they can. */
export function undeterminedBecause({ objects, unseen }: Snapshot): string[] {
  const named = new Set(
    objects.flatMap(({ kind, spec }) =>
      KINDS[kind].references(spec).map(({ to, identity }) => `${to} ${keyOf(identity)}`),
    ),
  );
  const seen = new Set<string>();
  const alike = objects
    .filter(({ kind, key }) => named.has(`${kind} ${key}`))
    .filter(({ kind, key }) => seen.size === seen.add(`${kind} ${key}`).size)
    .map(({ kind, label }) => `${kind} ${label} names several`);
  return [...alike, ...unseen.map((what) => `${what}: not yours to see`)];
}
