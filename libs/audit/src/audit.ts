import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { DomainError } from '#libs/core';
import { AuditedRefusal } from './audited-refusal.js';
import type { AuditEvent } from './audit-event.js';
import { RecordedEvents } from './recorded-events.js';
import { auditColumns, auditRows, INSERT_AUDIT_EVENT } from './audit-sql.js';

const INSERT = `${INSERT_AUDIT_EVENT} SELECT * FROM ${auditRows(1)}`;

/** Writes the audit log, which is append-only. */
@Injectable()
export class Audit {
  constructor(private readonly database: Database) {}

  /**
   * Writes events in the transaction of what they record: both happen or neither does (D58). Without events, a caller
   * says that there was nothing to record.
   */
  async record(tx: Tx, ...events: AuditEvent[]): Promise<void> {
    if (events.length === 0) RecordedEvents.add();
    else await tx.query(INSERT, auditColumns(events));
  }

  /**
   * Writes events in a transaction of their own: a denial must outlive the rollback of what it denied. Not inside
   * `Database.transaction`: it would wait for a second connection.
   */
  async recordDenial(...events: AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    const columns = auditColumns(events);
    await this.database.afterCompletion(() => this.database.query(INSERT, columns));
  }

  /**
   * Writes the denial as `recordDenial` does, then refuses the call.
   *
   * @throws AuditedRefusal `refusal`, with nothing left to write; the database's error where the denial can't be written,
   *   so that no refusal goes unrecorded
   */
  async refuse(refusal: DomainError, ...denials: AuditEvent[]): Promise<never> {
    await this.recordDenial(...denials);
    throw new AuditedRefusal(refusal);
  }
}
