import { Injectable } from '@nestjs/common';
import { Database, listRows, type Tx, type Sql } from '#libs/database';
import { cursorColumn, type Page, type PageRequest, versionOf } from '#libs/core';

/** The mutable columns of a workflow. Lifetimes are seconds, 1 to 2,592,000 (D85). */
export interface WorkflowFields {
  readonly name: string;
  /** 0 to 10; with 0, requests are approved at submission. */
  readonly min_approvers: number;
  readonly allow_self_approval: boolean;
  readonly wrap_ttl_created_seconds: number;
  readonly wrap_ttl_approved_seconds: number;
  readonly wrap_ttl_claimed_seconds: number;
  readonly request_ttl_seconds: number;
  readonly require_justification: boolean;
  readonly enabled: boolean;
  readonly fill_ttl_seconds: number;
  readonly requires_security_approval: boolean;
  readonly scoped_policy_authorable: boolean;
}

export interface WorkflowRow extends WorkflowFields {
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export const WORKFLOW_FIELDS = [
  'name',
  'min_approvers',
  'allow_self_approval',
  'wrap_ttl_created_seconds',
  'wrap_ttl_approved_seconds',
  'wrap_ttl_claimed_seconds',
  'request_ttl_seconds',
  'require_justification',
  'enabled',
  'fill_ttl_seconds',
  'requires_security_approval',
  'scoped_policy_authorable',
] as const satisfies readonly (keyof WorkflowFields)[];

/** Returns the version of a workflow, for optimistic concurrency. */
export const workflowVersion = (row: WorkflowRow): string =>
  versionOf([row.id, ...WORKFLOW_FIELDS.map((field) => row[field]), row.updated_at]);

const COLUMNS = `id, ${WORKFLOW_FIELDS.join(', ')}, created_at, updated_at, ${cursorColumn('created_at')}`;
const PLACEHOLDERS = WORKFLOW_FIELDS.map((_, index) => `$${index + 2}`).join(', ');

/** Reads and writes workflows. Writers hold the settings lock. */
@Injectable()
export class WorkflowStore {
  constructor(private readonly database: Database) {}

  async list(page: PageRequest, filter: { authorable?: boolean } = {}): Promise<Page<WorkflowRow>> {
    const where = filter.authorable ? ['scoped_policy_authorable'] : [];
    const query = { source: `SELECT ${COLUMNS} FROM workflows`, table: 'workflows', where, parameters: [] };
    return listRows<WorkflowRow>(this.database, query, page);
  }

  /** Returns null for an unknown id. */
  async find(db: Sql, id: string): Promise<WorkflowRow | null> {
    const [row] = await db.query<WorkflowRow>(`SELECT ${COLUMNS} FROM workflows WHERE id = $1`, [id]);
    return row ?? null;
  }

  async nameTaken(tx: Tx, name: string, exceptId: string | null): Promise<boolean> {
    const sql = 'SELECT 1 FROM workflows WHERE name = $1 AND id IS DISTINCT FROM $2::uuid';
    return (await tx.query(sql, [name, exceptId])).length > 0;
  }

  async inUse(tx: Tx, id: string): Promise<boolean> {
    return (await tx.query('SELECT 1 FROM policy_rules WHERE workflow_id = $1 LIMIT 1', [id])).length > 0;
  }

  async insert(tx: Tx, id: string, fields: WorkflowFields): Promise<WorkflowRow> {
    const sql = `INSERT INTO workflows (id, ${WORKFLOW_FIELDS.join(', ')}) VALUES ($1, ${PLACEHOLDERS}) RETURNING ${COLUMNS}`;
    return (await tx.query<WorkflowRow>(sql, [id, ...valuesOf(fields)]))[0] as WorkflowRow;
  }

  async update(tx: Tx, id: string, fields: WorkflowFields): Promise<WorkflowRow> {
    const sql = `UPDATE workflows SET (${WORKFLOW_FIELDS.join(', ')}) = ROW (${PLACEHOLDERS}), updated_at = clock_timestamp()
      WHERE id = $1 RETURNING ${COLUMNS}`;
    return (await tx.query<WorkflowRow>(sql, [id, ...valuesOf(fields)]))[0] as WorkflowRow;
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM workflows WHERE id = $1', [id]);
  }
}

function valuesOf(fields: WorkflowFields): unknown[] {
  return WORKFLOW_FIELDS.map((field) => fields[field]);
}
