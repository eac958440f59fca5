import { Injectable } from '@nestjs/common';
import { Database, queryIn, type Tx } from '#libs/database';
import { currentCorrelationId, newId } from '#libs/http';
import type { AuditEvent } from './audit-event.js';

const INSERT = `INSERT INTO audit_events (id, actor, action, resource, status, metadata, correlation_id)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::uuid[])`;

/** Writes the audit log. There is no way to change or remove what it wrote. */
@Injectable()
export class Audit {
  constructor(private readonly database: Database) {}

  /** Writes events in the transaction of what they record: both happen or neither does (D58). */
  async record(tx: Tx, ...events: AuditEvent[]): Promise<void> {
    if (events.length > 0) await queryIn(tx, INSERT, columnsOf(events));
  }

  /**
   * Writes an event on its own: a denial, which must outlive the rollback of what it denied.
   * Never call it inside a transaction that will fail.
   */
  async recordDenial(...events: AuditEvent[]): Promise<void> {
    if (events.length > 0) await this.database.query(INSERT, columnsOf(events));
  }
}

function columnsOf(events: readonly AuditEvent[]): unknown[] {
  return [
    events.map(() => newId()),
    events.map((event) => event.actor),
    events.map((event) => event.action),
    events.map((event) => event.resource),
    events.map((event) => event.status),
    events.map((event) => JSON.stringify(event.metadata ?? {})),
    events.map((event) => event.correlationId ?? currentCorrelationId()),
  ];
}
