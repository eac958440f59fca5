import { DomainError } from '#libs/core';

/** Errors of audit proofs. */
export const auditErrors = {
  eventNotFound: () => new DomainError('audit_event_not_found', 'not_found', 'Audit event not found.'),
  checkpointNotFound: () =>
    new DomainError(
      'audit_checkpoint_not_found',
      'not_found',
      'No signed checkpoint covers that tree size yet.',
    ),
  eventNotSealed: () =>
    new DomainError(
      'audit_event_not_sealed',
      'conflict',
      'No signed checkpoint covers this event yet; try again shortly.',
    ),
} as const;
