import { DomainError } from '#libs/core';

/** Errors of workloads and of registering them. */
export const workloadErrors = {
  /** The same for every refused token; only the audit log has the reason. */
  tokenInvalid: () =>
    new DomainError('workload_token_invalid', 'unauthenticated', 'This token signs no workload in.'),
  notAllowed: () =>
    new DomainError('workload_not_allowed', 'forbidden', 'This is for people: a workload asks and fetches.'),
  /** Instead of step_up_required, because a workload has no second factor. */
  cannotStepUp: () =>
    new DomainError(
      'workload_cannot_step_up',
      'forbidden',
      'The rule asks for a second factor, which a workload has none of.',
    ),
  notFound: () => new DomainError('workload_not_found', 'not_found', 'Workload identity not found.'),
  nameExists: () =>
    new DomainError(
      'workload_name_exists',
      'conflict',
      'A workload has, or once had, this name: no name is given twice.',
    ),
  roleCannotRequest: () =>
    new DomainError(
      'workload_role_cannot_request',
      'invalid',
      'A workload can only ask, and this role does not include secret.request.',
    ),
} as const;
