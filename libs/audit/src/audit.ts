import { Injectable } from '@nestjs/common';
import { Database, queryIn, type Tx } from '#libs/database';
import type { DomainError } from '#libs/core';
import type { AuditEvent } from './audit-event.js';
import { auditColumns, auditRows, INSERT_AUDIT_EVENT } from './audit-sql.js';
import { markRecorded } from './recorded-refusals.js';

const INSERT = `${INSERT_AUDIT_EVENT} SELECT * FROM ${auditRows(1)}`;

/** Writes the audit log, which is append-only. */
@Injectable()
export class Audit {
  constructor(private readonly database: Database) {}

  /** Writes events in the transaction of the change that they record, so that both commit or neither (D58). */
  async record(tx: Tx, ...events: AuditEvent[]): Promise<void> {
    if (events.length > 0) await queryIn(tx, INSERT, auditColumns(events));
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
   * Records a denial, then throws it.
   *
   * @throws `refusal`; the database's error when the denial can't be written, so that there is no unrecorded denial
   */
  async refuse(refusal: DomainError, ...denials: AuditEvent[]): Promise<never> {
    await this.recordDenial(...denials);
    markRecorded(refusal);
    throw refusal;
  }
}
