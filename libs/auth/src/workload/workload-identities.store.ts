import { Injectable } from '@nestjs/common';
import { cursorColumn, type Page, type PageRequest, versionOf } from '#libs/core';
import { Database, listRows, type Sql, type Tx } from '#libs/database';
import type { Scope } from '#libs/permissions';
import { workloadNameSql } from '#libs/users';
import type { ClaimsMatch } from './domain/claims-match.js';

/** A workload, the claims that identify it, and its grant. */
export interface WorkloadIdentity {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly audience: string;
  readonly claims: ClaimsMatch;
  readonly disabled: boolean;
  /** Null once its role was revoked: it then has no permissions. */
  readonly role_id: string | null;
  readonly role_name: string | null;
  readonly scope: Scope;
  readonly registered_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export type NewWorkload = Pick<WorkloadIdentity, 'id' | 'name' | 'issuer' | 'audience' | 'claims'> & {
  readonly registeredBy: string;
};

const SELECT = `SELECT w.id, ${workloadNameSql('u')} AS name, w.issuer, w.audience, w.claims, u.disabled,
    a.role_id, r.name AS role_name,
    json_strip_nulls(json_build_object('project_id', a.project_id, 'team_id', a.team_id)) AS scope,
    w.registered_by, w.created_at, w.updated_at, ${cursorColumn('w.created_at')}
  FROM workload_identities w JOIN users u ON u.id = w.id
    LEFT JOIN user_roles a ON a.user_id = w.id LEFT JOIN roles r ON r.id = a.role_id`;

/** Returns the version of a workload identity, for optimistic concurrency. */
export const workloadVersion = (row: WorkloadIdentity): string =>
  versionOf([row.id, row.disabled, row.role_id, row.scope, row.updated_at]);

/** Reads and writes workload identities. */
@Injectable()
export class WorkloadIdentityStore {
  constructor(private readonly database: Database) {}

  async list(page: PageRequest): Promise<Page<WorkloadIdentity>> {
    return listRows(this.database, { source: SELECT, where: [], parameters: [], table: 'w' }, page);
  }

  async find(db: Sql, id: string): Promise<WorkloadIdentity | null> {
    return (await db.query<WorkloadIdentity>(`${SELECT} WHERE w.id = $1`, [id]))[0] ?? null;
  }

  /**
   * Locks the workload's user row until the transaction ends, as every change of a user does. Reads in a second statement: one
   * that waits for the lock sees the other tables as they were before the change it waited for.
   */
  async lock(tx: Tx, id: string): Promise<WorkloadIdentity | null> {
    await tx.query(`SELECT 1 FROM users WHERE id = $1 AND kind = 'workload' FOR NO KEY UPDATE`, [id]);
    return this.find(tx, id);
  }

  /** Returns the workloads of an issuer, including disabled ones. */
  async ofIssuer(issuer: string): Promise<WorkloadIdentity[]> {
    return this.database.query<WorkloadIdentity>(
      `${SELECT} WHERE w.issuer = $1 ORDER BY w.created_at, w.id`,
      [issuer],
    );
  }

  /** Inserts a workload and its user; false when the name is or was in use. */
  async insert(tx: Tx, { id, name, issuer, audience, claims, registeredBy }: NewWorkload): Promise<boolean> {
    const sql = `WITH made AS (
        INSERT INTO users (id, email, email_key, display_name, kind)
        VALUES ($1, 'workload:' || $2::text, 'workload:' || $2::text, 'workload ' || $2::text, 'workload')
        ON CONFLICT (email) WHERE kind = 'workload' DO NOTHING RETURNING id)
      INSERT INTO workload_identities (id, issuer, audience, claims, registered_by)
      SELECT id, $3, $4, $5::jsonb, $6 FROM made RETURNING id`;
    return (
      (await tx.query(sql, [id, name, issuer, audience, JSON.stringify(claims), registeredBy])).length === 1
    );
  }

  async touch(tx: Tx, id: string): Promise<void> {
    await tx.query('UPDATE workload_identities SET updated_at = clock_timestamp() WHERE id = $1', [id]);
  }

  /** Keeps the user, disabled: requests and votes refer to it, and its name must not be reused. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM workload_identities WHERE id = $1', [id]);
  }
}
