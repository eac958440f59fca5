import { PROVIDER_TYPES } from '#libs/connection-scope';
import { ENVIRONMENT_KINDS, type EnvironmentKind, type Selector } from '#libs/policy-engine';
import { policyErrors } from '../policies.errors.js';
import type { RuleAnchor } from '../rule-anchor.js';
import { OPERATIONS, TEAM_FORBIDDEN_KEYS } from './selector.js';

/** The facts about the environment that a selector names. */
export interface NamedEnvironment {
  readonly projectId: string;
  readonly kind: EnvironmentKind;
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
 * Step 3: the selector must not contradict the project or team of the URL; then its provider type and operation are checked.
 *
 * @throws DomainError policy_selector_mismatch, policy_scope_too_broad
 */
export function assertConsistent(selector: Selector, anchor: RuleAnchor): void {
  if (namesAnotherPlace(selector, anchor)) throw policyErrors.selectorMismatch();
  assertKnownProviderAndOperation(selector);
}

/**
 * Checks the values of a platform rule's selector; its form has been checked before (D92).
 *
 * @throws DomainError policy_scope_too_broad
 */
export function assertKnownValues(selector: Selector): void {
  assertKnownProviderAndOperation(selector);
  assertKnownKind(selector);
}

/**
 * Step 4, first half: the selector limits the rule to non-prod. Only `non_prod` or an environment does so: with `prod` alone
 * the constraint is missing, and an unknown kind is refused in any case (D76).
 *
 * @throws DomainError policy_scope_too_broad
 */
export function assertEnvironmentConstrained(selector: Selector): void {
  const { environment_kind: kind, environment_id: environmentId } = selector;
  if (Object.keys(selector).length === 0) throw policyErrors.scopeTooBroad('selector_empty');
  assertKnownKind(selector);
  if (kind !== 'non_prod' && environmentId === undefined)
    throw policyErrors.scopeTooBroad('env_constraint_missing');
}

/**
 * Step 4, second half: checks the environment that the selector names.
 *
 * @param environment null when the id is unknown
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

function assertKnownProviderAndOperation({ provider_type: provider, operation }: Selector): void {
  if (isUnknown(provider, PROVIDER_TYPES)) throw policyErrors.scopeTooBroad('provider_type_invalid');
  if (isUnknown(operation, OPERATIONS)) throw policyErrors.scopeTooBroad('operation_invalid');
}

function assertKnownKind({ environment_kind: kind }: Selector): void {
  if (isUnknown(kind, ENVIRONMENT_KINDS)) throw policyErrors.scopeTooBroad('env_kind_invalid');
}

function isUnknown(value: string | undefined, known: readonly string[]): boolean {
  return value !== undefined && !known.includes(value);
}
