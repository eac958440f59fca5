import type { Selector } from '#libs/policy-engine';
import { policyErrors } from '../policies.errors.js';
import type { RuleAnchor } from '../rule-anchor.js';
import { OPERATIONS, PROVIDER_TYPES, TEAM_FORBIDDEN_KEYS } from './selector.js';

/** The facts about the environment that a selector names. */
export interface NamedEnvironment {
  readonly projectId: string;
  readonly kind: 'non_prod' | 'prod';
}

/**
 * Step 2: a scoped rule stays below the reserved band.
 *
 * @throws DomainError policy_priority_reserved
 */
export function assertBelowCap(priority: number, cap: number): void {
  if (priority >= cap) throw policyErrors.priorityReserved(cap);
}

/**
 * Step 3: the selector speaks of the place in the address, then of a known provider type and operation.
 *
 * @throws DomainError policy_selector_mismatch, policy_scope_too_broad
 */
export function assertConsistent(selector: Selector, anchor: RuleAnchor): void {
  if (namesAnotherPlace(selector, anchor)) throw policyErrors.selectorMismatch();
  if (isUnknown(selector.provider_type, PROVIDER_TYPES))
    throw policyErrors.scopeTooBroad('provider_type_invalid');
  if (isUnknown(selector.operation, OPERATIONS)) throw policyErrors.scopeTooBroad('operation_invalid');
}

/**
 * Step 4, its first half: the selector keeps the rule to non-prod. Only `non_prod` or an environment does so:
 * any other kind alone leaves the constraint missing (D76).
 *
 * @throws DomainError policy_scope_too_broad
 */
export function assertEnvironmentConstrained(selector: Selector): void {
  const { environment_kind: kind, environment_id: environmentId } = selector;
  if (Object.keys(selector).length === 0) throw policyErrors.scopeTooBroad('selector_empty');
  if (kind !== 'non_prod' && environmentId === undefined)
    throw policyErrors.scopeTooBroad('env_constraint_missing');
  if (isUnknown(kind, ['non_prod', 'prod'])) throw policyErrors.scopeTooBroad('env_kind_invalid');
}

/**
 * Step 4, its second half: the environment that the selector names, which the caller looked up.
 *
 * @param environment null when there is none of that id
 * @throws DomainError policy_environment_not_in_project, policy_scope_too_broad, prod_policy_not_allowed_for_scope
 */
export function assertEnvironmentAllowed(
  selector: Selector,
  projectId: string,
  environment: NamedEnvironment | null,
): void {
  if (environment?.projectId !== projectId) throw policyErrors.environmentNotInProject();
  const kind = selector.environment_kind;
  if (kind !== undefined && kind !== environment.kind)
    throw policyErrors.scopeTooBroad('env_kind_id_inconsistent');
  if (environment.kind === 'prod') throw policyErrors.prodNotAllowed();
}

function namesAnotherPlace(selector: Selector, anchor: RuleAnchor): boolean {
  if (anchor.kind === 'team') return Object.keys(selector).some((key) => TEAM_FORBIDDEN_KEYS.includes(key));
  return selector.project_id !== undefined && selector.project_id !== anchor.projectId;
}

function isUnknown(value: string | undefined, known: readonly string[]): boolean {
  return value !== undefined && !known.includes(value);
}
