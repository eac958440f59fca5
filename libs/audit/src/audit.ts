import { Injectable } from '@nestjs/common';
import { Database, queryIn, type Tx } from '#libs/database';
import { auditColumns } from './audit-columns.js';
import type { AuditEvent } from './audit-event.js';
import { auditRows, INSERT_AUDIT_EVENT } from './insert-audit-event.js';

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
    await this.database.apart(() => this.database.query(INSERT, columns));
  }
}
