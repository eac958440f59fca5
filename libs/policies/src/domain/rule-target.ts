import type { Place } from '#libs/permissions';
import type { PolicyScope } from '#libs/policy-engine';

/** A call that rules are looked up for, in the facts that its context has loaded. Null is a fact that is missing (D77). */
export interface RuleTarget {
  readonly project: Place | null;
  readonly environment: TargetEnvironment | null;
  readonly connection: { readonly type: string } | null;
  readonly secretRef: string | null;
  readonly operation: PolicyScope['operation'];
  readonly type: PolicyScope['type'];
}

/** Of a cross-team request, `kind` is prod also where its destination is (D40). */
export interface TargetEnvironment {
  readonly environmentId: string;
  readonly name: string | null;
  readonly kind: PolicyScope['environmentKind'];
}

/**
 * Returns what selectors are compared with: the one place where a target becomes a scope.
 *
 * @param principalKind what kind of principal asks
 */
export function scopeOf(
  { project, environment, connection, ...call }: RuleTarget,
  principalKind: PolicyScope['principalKind'],
): PolicyScope {
  return {
    projectId: project?.projectId ?? null,
    teamIds: project?.teamIds ?? [],
    ...environmentFacts(environment),
    providerType: connection?.type ?? null,
    secretRef: call.secretRef,
    operation: call.operation,
    type: call.type,
    principalKind,
  };
}

function environmentFacts(environment: TargetEnvironment | null) {
  const { name, environmentId, kind } = environment ?? { name: null, environmentId: null, kind: null };
  return { environment: name, environmentId, environmentKind: kind };
}
