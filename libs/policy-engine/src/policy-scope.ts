import type { PolicyRule, SelectorKey } from './policy-rule.js';

export const ENVIRONMENT_KINDS = ['non_prod', 'prod'] as const;

/** The safety classification of an environment; immutable after its creation. */
export type EnvironmentKind = (typeof ENVIRONMENT_KINDS)[number];

/** The properties of a request. A null member matches no rule that has that key (D77). */
export interface PolicyScope {
  readonly projectId: string | null;
  /** The project's team and its ancestors, nearest first; empty without a team. */
  readonly teamIds: readonly string[];
  /** The environment's name. */
  readonly environment: string | null;
  readonly environmentId: string | null;
  readonly environmentKind: EnvironmentKind | null;
  readonly providerType: string | null;
  readonly secretRef: string | null;
  readonly operation: 'read' | 'patch' | 'reveal' | null;
  readonly type: 'patch' | 'read' | 'cross_team' | null;
  /** The kind of requester. Workloads are served only by rules that name them. */
  readonly principalKind: PrincipalKind | null;
}

export type PrincipalKind = 'person' | 'workload';

/** Returns the scope's value for a selector key. */
export function scopeValue(scope: PolicyScope, key: SelectorKey): string | null {
  switch (key) {
    case 'project_id':
      return scope.projectId;
    case 'environment':
      return scope.environment;
    case 'environment_kind':
      return scope.environmentKind;
    case 'environment_id':
      return scope.environmentId;
    case 'provider_type':
      return scope.providerType;
    case 'secret_ref_prefix':
      return scope.secretRef;
    case 'operation':
      return scope.operation;
    case 'type':
      return scope.type;
    case 'principal_kind':
      return scope.principalKind;
  }
}

/** Returns whether the selector's value for the key accepts the scope: equal, or a prefix of the secret's reference. */
export function keyMatches(key: SelectorKey, wanted: string, scope: PolicyScope): boolean {
  const actual = scopeValue(scope, key);
  if (actual === null) return false;
  return key === 'secret_ref_prefix' ? actual.startsWith(wanted) : actual === wanted;
}

/** Returns whether the rule serves the scope's principal: a workload must be named, a person need not. */
export function servesPrincipal({ selector }: Pick<PolicyRule, 'selector'>, scope: PolicyScope): boolean {
  return scope.principalKind !== 'workload' || selector.principal_kind === 'workload';
}

/**
 * Returns whether a rule of this anchor can govern this kind of environment. Scoped rules govern only non-prod: authoring
 * rejects others, and this check doesn't rely on that (D44).
 */
export function anchorAllowsKind(
  rule: Pick<PolicyRule, 'projectId' | 'teamId'>,
  scope: PolicyScope,
): boolean {
  if (rule.teamId !== null) return scope.environmentKind === 'non_prod';
  if (rule.projectId !== null) return scope.environmentKind !== 'prod';
  return true;
}
