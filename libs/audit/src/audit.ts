import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { DomainError } from '#libs/core';
import { AuditedRefusal } from './audited-refusal.js';
import type { AuditEvent } from './audit-event.js';
import { RecordedEvents } from './recorded-events.js';
import { auditColumns, INSERT_AUDIT_EVENTS } from './audit-sql.js';

/** Writes the audit log, which is append-only. */
@Injectable()
export class Audit {
  constructor(private readonly database: Database) {}

  /**
   * Writes events in the transaction of the change that they record (D58). Call it without events when nothing was
   * changed: it tells the AuditInterceptor that the call is accounted for.
   */
  async record(tx: Tx, ...events: AuditEvent[]): Promise<void> {
    if (events.length === 0) RecordedEvents.add();
    else tx.send(INSERT_AUDIT_EVENTS, auditColumns(events));
  }

  /**
   * Writes events in a separate transaction: a denial must outlive the rollback of the denied change. Don't call it
   * inside `Database.transaction`, where it would wait for a second connection.
   */
  async recordDenial(...events: AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    const columns = auditColumns(events);
    await this.database.afterCompletion(() => this.database.query(INSERT_AUDIT_EVENTS, columns));
  }

  /**
   * Writes the denials like `recordDenial`, then throws the refusal.
   *
   * @throws AuditedRefusal `refusal`, with no denials left to write; the database's error when a denial can't be written, so
   *   that no refusal goes unrecorded
   */
  async refuse(refusal: DomainError, ...denials: AuditEvent[]): Promise<never> {
    await this.recordDenial(...denials);
    throw new AuditedRefusal(refusal);
  }
}
