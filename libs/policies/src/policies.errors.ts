import { DomainError } from '#libs/core';

/** Why a selector is too broad (specification, error table). A platform rule's can only be `*_invalid`. */
export type TooBroadReason =
  | 'selector_empty'
  | 'env_constraint_missing'
  | 'env_kind_invalid'
  | 'env_kind_id_inconsistent'
  | 'provider_type_invalid'
  | 'operation_invalid';

/** Errors of rules, workflows and their resolution. */
export const policyErrors = {
  policyNotFound: () => new DomainError('policy_not_found', 'not_found', 'Policy rule not found.'),
  platformPolicyNotEditable: () =>
    new DomainError(
      'platform_policy_not_editable',
      'forbidden',
      'Platform rules cannot be changed through this endpoint.',
    ),
  outOfScopePolicy: () =>
    new DomainError('out_of_scope_policy', 'forbidden', 'You cannot author policy rules in this scope.'),
  selectorMismatch: () =>
    new DomainError('policy_selector_mismatch', 'invalid', "The selector's scope differs from the path's."),
  prodNotAllowed: () =>
    new DomainError(
      'prod_policy_not_allowed_for_scope',
      'forbidden',
      'A scoped rule cannot apply to prod environments.',
      { env_kind: 'prod' },
    ),
  scopeTooBroad: (reason: TooBroadReason) =>
    new DomainError(
      'policy_scope_too_broad',
      'invalid',
      'The selector is not narrow enough, or names an unknown value.',
      { reason },
    ),
  priorityReserved: (cap: number) =>
    new DomainError(
      'policy_priority_reserved',
      'invalid',
      'Priorities at or above the cap are reserved for platform rules.',
      { priority_cap: cap },
    ),
  environmentNotInProject: () =>
    new DomainError('policy_environment_not_in_project', 'invalid', 'The project has no such environment.'),
  workflowNotAuthorable: (workflowId: string) =>
    new DomainError(
      'workflow_not_authorable_for_scope',
      'forbidden',
      'Scoped rules cannot use this workflow.',
      { workflow_id: workflowId },
    ),
  workflowNotFound: () => new DomainError('workflow_not_found', 'not_found', 'Workflow not found.'),
  workflowNameExists: () =>
    new DomainError('workflow_name_exists', 'conflict', 'A workflow with this name already exists.'),
  workflowInUse: () => new DomainError('workflow_in_use', 'conflict', 'A policy rule uses this workflow.'),
  /** Without required approvals, filling the request would skip the security vote (D39). */
  workflowContradictory: () =>
    new DomainError('workflow_contradictory', 'invalid', 'A security approval needs at least one approver.'),
  noMatchingPolicy: () =>
    new DomainError('no_matching_policy', 'conflict', 'No policy rule matches this request.'),
  workflowDisabled: () =>
    new DomainError('workflow_disabled', 'conflict', 'The workflow of the matching rule is disabled.'),
  prodNeedsApproval: () =>
    new DomainError(
      'prod_needs_approval',
      'conflict',
      'Prod environments require an approver, and the workflow has none.',
    ),
} as const;
