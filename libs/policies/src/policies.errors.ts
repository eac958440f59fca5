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
    new DomainError('platform_policy_not_editable', 'forbidden', 'Platform rules cannot be changed here.'),
  outOfScopePolicy: () =>
    new DomainError('out_of_scope_policy', 'forbidden', 'You do not author policy rules for this place.'),
  selectorMismatch: () =>
    new DomainError(
      'policy_selector_mismatch',
      'invalid',
      'The selector names another place than this address.',
    ),
  prodNotAllowed: () =>
    new DomainError('prod_policy_not_allowed_for_scope', 'forbidden', 'A scoped rule cannot govern prod.', {
      env_kind: 'prod',
    }),
  scopeTooBroad: (reason: TooBroadReason) =>
    new DomainError(
      'policy_scope_too_broad',
      'invalid',
      'The selector is not narrow enough, or names an unknown value.',
      {
        reason,
      },
    ),
  priorityReserved: (cap: number) =>
    new DomainError(
      'policy_priority_reserved',
      'invalid',
      'Priorities from the cap on are for platform rules.',
      {
        priority_cap: cap,
      },
    ),
  environmentNotInProject: () =>
    new DomainError('policy_environment_not_in_project', 'invalid', 'The project has no such environment.'),
  workflowNotAuthorable: (workflowId: string) =>
    new DomainError(
      'workflow_not_authorable_for_scope',
      'forbidden',
      'Scoped rules cannot use this workflow.',
      {
        workflow_id: workflowId,
      },
    ),
  workflowNotFound: () => new DomainError('workflow_not_found', 'not_found', 'Workflow not found.'),
  workflowNameExists: () =>
    new DomainError('workflow_name_exists', 'conflict', 'A workflow of this name exists.'),
  workflowInUse: () => new DomainError('workflow_in_use', 'conflict', 'A rule names this workflow.'),
  /** Without required approvals, filling the request would skip the security vote (D39). */
  workflowContradictory: () =>
    new DomainError('workflow_contradictory', 'invalid', 'A security approval needs at least one approver.'),
  noMatchingPolicy: () => new DomainError('no_matching_policy', 'conflict', 'No policy rule covers this.'),
  workflowDisabled: () =>
    new DomainError('workflow_disabled', 'conflict', 'The workflow that governs this is disabled.'),
  prodNeedsApproval: () =>
    new DomainError(
      'prod_needs_approval',
      'conflict',
      'In prod somebody has to approve; the workflow asks nobody.',
    ),
} as const;
