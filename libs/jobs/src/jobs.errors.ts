import { DomainError } from '#libs/core';

/** Errors of jobs. */
export const jobErrors = {
  /** Unknown, or never held by this agent (D80). */
  notFound: () => new DomainError('job_not_found', 'not_found', 'Job not found.'),
  /** Held by this agent before, but lost, finished, or claimed again since. */
  notClaimed: () => new DomainError('job_not_claimed', 'conflict', 'This job is not, or no longer, yours.'),
  /** A read reported as succeeded without a value for each key (D54). */
  incomplete: () =>
    new DomainError('job_incomplete', 'conflict', 'Not every key of this job has its value yet.'),
  /** Jobs that carry values are created by approved requests only (D11). */
  kindNotAllowed: () =>
    new DomainError(
      'job_kind_not_allowed',
      'invalid',
      'Jobs of this kind come from approved requests alone.',
    ),
} as const;
