import { DomainError } from '#libs/core';
import type { AuditEvent } from './audit-event.js';

/**
 * A refusal with an audit event of its own. Thrown out of every transaction, so that the rollback leaves the denial
 * alone: the exception filter writes it before the caller is answered (D58).
 */
export class AuditedRefusal extends DomainError {
  /** What is still to be written. */
  readonly denials: readonly AuditEvent[];

  /** @param refusal the error that is answered and logged */
  constructor(
    readonly refusal: DomainError,
    ...denials: AuditEvent[]
  ) {
    super(refusal.code, refusal.kind, refusal.message, refusal.extra, refusal.headers);
    this.denials = denials;
  }
}
