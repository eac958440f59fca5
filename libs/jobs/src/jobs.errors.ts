import { DomainError } from '#libs/core';

/** Errors of jobs. */
export const jobErrors = {
  /** Unknown, or never held by this agent (D80). */
  notFound: () => new DomainError('job_not_found', 'not_found', 'Job not found.'),
  /** Held by this agent before, but lost, finished, or claimed again since. */
  notClaimed: () =>
    new DomainError(
      'job_not_claimed',
      'conflict',
      'This job is not claimed by this agent under this attempt.',
    ),
  /** A read reported as succeeded without a value for each key (D54). */
  incomplete: () =>
    new DomainError('job_incomplete', 'conflict', 'Values of some keys of this job are missing.'),
  /** Jobs that carry values are created by approved requests only (D11). */
  kindNotAllowed: () =>
    new DomainError('job_kind_not_allowed', 'invalid', 'Only approved requests create jobs of this kind.'),
} as const;
