import type { Place } from '#libs/permissions';
import type { PolicyScope } from '#libs/policy-engine';

/** The facts about a call by which its governing rule is resolved. Null is a missing fact (D77). */
export interface RuleTarget {
  readonly project: Place | null;
  readonly environment: TargetEnvironment | null;
  readonly connection: { readonly type: string } | null;
  readonly secretRef: string | null;
  readonly operation: PolicyScope['operation'];
  readonly type: PolicyScope['type'];
}

/** `kind` is prod for a cross-team request if its destination is (D40). */
export interface TargetEnvironment {
  readonly environmentId: string;
  readonly name: string | null;
  readonly kind: PolicyScope['environmentKind'];
}

/**
 * Returns the scope that selectors are matched against. No other code maps a target to a scope.
 *
 * @param principalKind the kind of the requester
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
