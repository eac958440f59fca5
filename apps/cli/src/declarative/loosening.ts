import { decide, type PolicyScope } from '#libs/policy-engine';
import type { Spec } from './kind.js';
import type { Change } from './plan.js';
import type { PolicyState } from './policy-state.js';

/** An actual or hypothetical request, by the names in documents. */
export interface PolicyRequest {
  readonly project: string;
  readonly environment: string;
  readonly providerType: string;
  readonly secretRef: string;
  readonly operation: 'read' | 'patch' | 'reveal';
  readonly type: 'read' | 'patch' | 'cross_team';
  /** Whether the request was actually made. */
  readonly made: boolean;
}

/** What becomes easier, and for how many actual requests; null if that can't be counted. */
export interface Loosening {
  readonly what: string;
  readonly how: readonly string[];
  readonly requests: number | null;
}

/** The requirements of a request; null if it is refused. */
type Needs = Readonly<Record<string, unknown>> | null;

/** Returns the requests that require less after the changes. Places that don't exist before are skipped. */
export function looseningsOf(
  asked: readonly PolicyRequest[],
  before: PolicyState,
  after: PolicyState,
): Loosening[] {
  const found = new Map<string, Loosening>();
  for (const call of asked.flatMap(byWhom)) {
    const [one, other] = [scopeOf(call, before), scopeOf(call, after)];
    if (one === null || other === null) continue;
    const how = looser(needsOf(one, before), needsOf(other, after));
    if (how.length === 0) continue;
    const what = `${wordOf(call)} in ${call.project}/${call.environment}`;
    const key = JSON.stringify([what, how]);
    const counted = (found.get(key)?.requests ?? 0) + (call.made ? 1 : 0);
    const requests = call.principalKind === 'person' ? counted : null;
    found.set(key, { what, how, requests });
  }
  return [...found.values()].sort((one, other) => (other.requests ?? 0) - (one.requests ?? 0));
}

/** Returns the settings by which a change makes signing in easier. */
export function looserSettings(changes: readonly Change[]): Loosening[] {
  return changes
    .filter(({ kind, spec, fields }) => {
      const changed = fields.some(({ member }) => member === 'cli_device_sign_in');
      return kind === 'Settings' && changed && spec['cli_device_sign_in'] === true;
    })
    .map(() => ({ what: 'signing in', how: ['is possible by device code'], requests: null }));
}

type AskedBy = PolicyRequest & { readonly principalKind: 'person' | 'workload' };

/** People submit everything; workloads only reads. */
function byWhom(call: PolicyRequest): AskedBy[] {
  const person = { ...call, principalKind: 'person' } as const;
  return call.operation === 'read' ? [person, { ...call, principalKind: 'workload' }] : [person];
}

function wordOf({ operation, type, principalKind }: AskedBy): string {
  if (principalKind === 'workload') return 'read by a workload';
  return type === 'cross_team' ? 'cross-team' : operation === 'reveal' ? 'direct reveal' : operation;
}

function scopeOf(call: AskedBy, { teamOf, parentOf, kindOf }: PolicyState): PolicyScope | null {
  const environmentKind = kindOf(call.project, call.environment);
  if (environmentKind === null) return null;
  const teamIds: string[] = [];
  for (let team = teamOf(call.project); team !== null && !teamIds.includes(team); team = parentOf(team))
    teamIds.push(team);
  const { project, environment, providerType, secretRef, operation, type, principalKind } = call;
  const environmentId = `${project}/${environment}`;
  return {
    projectId: project,
    teamIds,
    environment,
    environmentId,
    environmentKind,
    providerType,
    secretRef,
    operation,
    type,
    principalKind,
  };
}

function needsOf(scope: PolicyScope, { rules, workflows }: PolicyState): Needs {
  const { winner, directRevealAllowed, requiresMfa, revealTtlSeconds } = decide(scope, rules);
  const workflow: Spec | undefined = winner === null ? undefined : workflows.get(winner.workflowId);
  if (workflow?.['enabled'] !== true) return null;
  const shown = { requires_mfa: requiresMfa, reveal_ttl_seconds: revealTtlSeconds };
  if (scope.principalKind === 'workload' && isRefusedToWorkloads(scope, requiresMfa, workflow)) return null;
  // A direct reveal requires the rule's flag; the workflow applies to requests.
  if (scope.operation === 'reveal') return directRevealAllowed ? shown : null;
  return { ...workflow, ...shown };
}

/** Workloads have no second factor, and in prod a person must approve. */
function isRefusedToWorkloads(scope: PolicyScope, requiresMfa: boolean, workflow: Spec): boolean {
  return requiresMfa || (scope.environmentKind === 'prod' && workflow['min_approvers'] === 0);
}

/** Which value of each member requires less. */
const LOOSER: Readonly<Record<string, true | false | 'less' | 'more'>> = {
  min_approvers: 'less',
  allow_self_approval: true,
  require_justification: false,
  requires_security_approval: false,
  requires_mfa: false,
  request_ttl_seconds: 'more',
  fill_ttl_seconds: 'more',
  wrap_ttl_created_seconds: 'more',
  wrap_ttl_approved_seconds: 'more',
  wrap_ttl_claimed_seconds: 'more',
  reveal_ttl_seconds: 'more',
};
const SAID: Readonly<Record<string, string>> = {
  allow_self_approval: 'may be approved by who asked',
  require_justification: 'needs no justification',
  requires_security_approval: 'needs no vote of security',
  requires_mfa: 'needs no second factor',
};

function looser(before: Needs, after: Needs): string[] {
  if (after === null) return [];
  if (before === null) return ['is possible, and was refused'];
  return Object.entries(LOOSER).flatMap(([member, direction]) => {
    const [one, other] = [before[member], after[member]];
    if (!comparable(one) || !comparable(other) || one === other) return [];
    if (typeof direction === 'boolean') return other === direction ? [SAID[member]!] : [];
    const [less, more] = [other < one, other > one];
    if (direction === 'less' ? !less : !more) return [];
    if (member === 'min_approvers') return [`needs ${approvals(Number(other))} instead of ${Number(one)}`];
    return [`${member} is ${Number(other)} instead of ${Number(one)}`];
  });
}

const comparable = (value: unknown): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean';
const approvals = (count: number): string => `${count} ${count === 1 ? 'approval' : 'approvals'}`;
