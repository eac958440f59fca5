import { DomainError } from '#libs/core';
import type { AuditEvent } from './audit-event.js';

/**
 * A refusal with denials of its own. Throw it outside transactions, so that a rollback does not affect the denials: the
 * exception filter writes them before it responds (D58).
 */
export class AuditedRefusal extends DomainError {
  /** The denials that the exception filter still has to write. */
  readonly denials: readonly AuditEvent[];

  /** @param refusal the error for the response and the log */
  constructor(
    readonly refusal: DomainError,
    ...denials: AuditEvent[]
  ) {
    super(refusal.code, refusal.kind, refusal.message, refusal.extra, refusal.headers);
    this.denials = denials;
  }
}
