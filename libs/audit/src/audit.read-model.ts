import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/core';

export interface AuditFilter {
  readonly actor?: string;
  /** Exact, or a prefix with a trailing `*`; `resource` too. */
  readonly action?: string;
  readonly resource?: string;
  readonly correlationId?: string;
  /** ISO timestamps: since inclusive, until exclusive. */
  readonly since?: string;
  readonly until?: string;
}

export interface AuditRow {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly resource: string | null;
  readonly status: string;
  readonly metadata: Record<string, unknown>;
  readonly correlation_id: string | null;
  readonly occurred_at: Date;
  readonly cursor_at: string;
}

/** Reads the audit log, newest first. */
@Injectable()
export class AuditReadModel {
  constructor(private readonly database: Database) {}

  async list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRow>> {
    const conditions = new Conditions();
    const where = matching(filter, page, conditions);
    const sql = `SELECT id, actor, action, resource, status, metadata, correlation_id, occurred_at,
        ${cursorColumn('occurred_at')}
      FROM audit_events ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
      ORDER BY occurred_at DESC, id DESC LIMIT ${conditions.bind(page.limit + 1)}`;
    return pageOf(await this.database.query<AuditRow>(sql, conditions.parameters), page.limit);
  }
}

function matching(filter: AuditFilter, page: PageRequest, conditions: Conditions): string[] {
  const where: string[] = [];
  if (filter.actor !== undefined) where.push(`actor = ${conditions.bind(filter.actor)}`);
  if (filter.action !== undefined) where.push(matches('action', filter.action, conditions));
  if (filter.resource !== undefined) where.push(matches('resource', filter.resource, conditions));
  if (filter.correlationId !== undefined)
    where.push(`correlation_id = ${conditions.bind(filter.correlationId)}`);
  if (filter.since !== undefined) where.push(`occurred_at >= ${conditions.bind(filter.since)}::timestamptz`);
  if (filter.until !== undefined) where.push(`occurred_at < ${conditions.bind(filter.until)}::timestamptz`);
  if (page.after)
    where.push(
      `(occurred_at, id) < (${conditions.bind(page.after.at)}::timestamptz, ${conditions.bind(page.after.id)}::uuid)`,
    );
  return where;
}

function matches(column: string, pattern: string, conditions: Conditions): string {
  if (!pattern.endsWith('*')) return `${column} = ${conditions.bind(pattern)}`;
  const prefix = pattern.slice(0, -1).replace(/[\\%_]/g, '\\$&');
  return `${column} LIKE ${conditions.bind(`${prefix}%`)}`;
}
