import { Injectable } from '@nestjs/common';
import { Database, queryIn, type Tx } from '#libs/database';
import type { DomainError } from '#libs/core';
import { auditColumns } from './audit-columns.js';
import type { AuditEvent } from './audit-event.js';
import { auditRows, INSERT_AUDIT_EVENT } from './insert-audit-event.js';
import { markRecorded } from './recorded-refusals.js';

const INSERT = `${INSERT_AUDIT_EVENT} SELECT * FROM ${auditRows(1)}`;

/** Writes the audit log. There is no way to change or remove what it wrote. */
@Injectable()
export class Audit {
  constructor(private readonly database: Database) {}

  /** Writes events in the transaction of what they record: both happen or neither does (D58). */
  async record(tx: Tx, ...events: AuditEvent[]): Promise<void> {
    if (events.length > 0) await queryIn(tx, INSERT, auditColumns(events));
  }

  /**
   * Writes an event on its own: a denial, which must outlive the rollback of what it denied.
   * Not for the inside of `Database.transaction`: it would wait for a second connection.
   */
  async recordDenial(...events: AuditEvent[]): Promise<void> {
    if (events.length === 0) return;
    const columns = auditColumns(events);
    await this.database.afterCompletion(() => this.database.query(INSERT, columns));
  }

  /**
   * Refuses what a caller asked for, once the denial is written as `recordDenial` writes it.
   *
   * @throws `refusal`; the database's error where the denial can't be written, so that nobody is refused unrecorded
   */
  async refuse(refusal: DomainError, ...denials: AuditEvent[]): Promise<never> {
    await this.recordDenial(...denials);
    markRecorded(refusal);
    throw refusal;
  }
}
