import { Injectable } from '@nestjs/common';
import { Conditions, Database, prefixPattern } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/core';

export const AUDIT_STATUSES = ['success', 'denied', 'failure'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export interface AuditFilter {
  readonly actor?: string;
  /** Exact, or a prefix with a trailing `*`; so is `resource`. */
  readonly action?: string;
  readonly resource?: string;
  readonly correlationId?: string;
  /** The events under the correlation id of this request. */
  readonly requestId?: string;
  /** The events of this project itself, and those whose metadata has it as `project_id`. */
  readonly projectId?: string;
  readonly status?: AuditStatus;
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

/** An event within a correlation id's chain. */
export type ChainedEvent = Pick<AuditRow, 'actor' | 'action' | 'status' | 'metadata' | 'occurred_at'>;

/** More events than a request with 100 keys has after five attempts, including all its comments. */
const MAX_CHAIN_EVENTS = 2000;

const CHAIN = `SELECT actor, action, status, metadata, occurred_at FROM audit_events
  WHERE correlation_id = $1 AND action || ' ' || status = ANY ($2::text[]) ORDER BY occurred_at, id LIMIT ${MAX_CHAIN_EVENTS}`;

/** The correlation id of a request by its first event, which outlives the request's row. */
const correlationOf = (
  resource: string,
): string => `(SELECT correlation_id FROM audit_events WHERE resource = ${resource} AND status = 'success'
  ORDER BY occurred_at, id LIMIT 1)`;

/** The expression of ix_audit_events_project. */
const PROJECT = `(CASE WHEN resource LIKE 'project:%' THEN substr(resource, 9) ELSE metadata->>'project_id' END)`;

/** An event with its leaf index; null before it is sealed. */
export type IndexedAuditRow = AuditRow & { readonly leaf_index: number | null };

/** Reads the audit log, newest first. */
@Injectable()
export class AuditReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the events of a correlation id, oldest first. For contexts that show users a part of the log: `kinds` excludes
   * refused attempts, which anybody can cause in any number and which would fill the limit.
   *
   * @param kinds `<action> <status>` of the events to return
   */
  async chain(correlationId: string, kinds: readonly string[]): Promise<ChainedEvent[]> {
    return this.database.query<ChainedEvent>(CHAIN, [correlationId, kinds]);
  }

  /** Returns a page from the primary. For exports: a page of a lagging replica would look like a log that lost events. */
  async list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRow>> {
    const { sql, parameters } = pageSql(filter, page);
    return pageOf(await this.database.query<AuditRow>(sql, parameters), page.limit);
  }

  /** Returns a page, possibly from a replica, with the leaf index of each event. */
  async listIndexed(filter: AuditFilter, page: PageRequest): Promise<Page<IndexedAuditRow>> {
    const { sql, parameters } = pageSql(filter, page);
    // Compares the time, too: ids are unique only by the service's own doing.
    const indexed = `SELECT p.*, l.leaf_index::float8 AS leaf_index FROM (${sql}) p
      LEFT JOIN audit_leaves l ON l.event_id = p.id AND l.occurred_at = p.occurred_at ORDER BY p.occurred_at DESC, p.id DESC`;
    return pageOf(await this.database.lists.query<IndexedAuditRow>(indexed, parameters), page.limit);
  }
}

function pageSql(filter: AuditFilter, page: PageRequest): { sql: string; parameters: readonly unknown[] } {
  const conditions = new Conditions();
  const where = matching(filter, page, conditions);
  const sql = `SELECT id, actor, action, resource, status, metadata, correlation_id, occurred_at,
        ${cursorColumn('occurred_at')}
      FROM audit_events ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
      ORDER BY occurred_at DESC, id DESC LIMIT ${conditions.bind(page.limit + 1)}`;
  return { sql, parameters: conditions.parameters };
}

function matching(filter: AuditFilter, page: PageRequest, conditions: Conditions): string[] {
  const where: string[] = [];
  if (filter.actor !== undefined) where.push(`actor = ${conditions.bind(filter.actor)}`);
  if (filter.action !== undefined) where.push(matches('action', filter.action, conditions));
  if (filter.resource !== undefined) where.push(matches('resource', filter.resource, conditions));
  if (filter.correlationId !== undefined)
    where.push(`correlation_id = ${conditions.bind(filter.correlationId)}`);
  if (filter.requestId !== undefined)
    where.push(`correlation_id = ${correlationOf(conditions.bind(`request:${filter.requestId}`))}`);
  if (filter.projectId !== undefined) where.push(`${PROJECT} = ${conditions.bind(filter.projectId)}`);
  // A literal: the planner can't match a partial index with a parameter.
  if (filter.status !== undefined) where.push(`status = '${filter.status}'`);
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
  return `${column} LIKE ${conditions.bind(prefixPattern(pattern.slice(0, -1)))}`;
}
