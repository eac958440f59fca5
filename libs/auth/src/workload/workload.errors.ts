import { DomainError } from '#libs/core';

/** Errors of workloads and of registering them. */
export const workloadErrors = {
  /** The same for every refused token; only the audit log has the reason. */
  tokenInvalid: () => new DomainError('workload_token_invalid', 'unauthenticated', 'Invalid workload token.'),
  notAllowed: () =>
    new DomainError('workload_not_allowed', 'forbidden', 'Workload identities cannot call this operation.'),
  /** Instead of step_up_required, because a workload has no second factor. */
  cannotStepUp: () =>
    new DomainError(
      'workload_cannot_step_up',
      'forbidden',
      'The rule requires step-up, which workloads cannot do.',
    ),
  notFound: () => new DomainError('workload_not_found', 'not_found', 'Workload identity not found.'),
  nameExists: () =>
    new DomainError(
      'workload_name_exists',
      'conflict',
      'A current or former workload has this name; names cannot be reused.',
    ),
  roleCannotRequest: () =>
    new DomainError(
      'workload_role_cannot_request',
      'invalid',
      'The role of a workload must include secret.request.',
    ),
} as const;
