import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { cursorColumn, versionOf } from '#libs/core';
import type { EnvironmentKind } from '#libs/policy-engine';
import type { EnvironmentType } from './domain/environment-kind.js';

export interface EnvironmentRow {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly type: EnvironmentType;
  readonly kind: EnvironmentKind;
  readonly risk_level: number;
  readonly description: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export interface NewEnvironment {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly type: EnvironmentType;
  readonly kind: EnvironmentKind;
  readonly riskLevel: number;
  readonly description: string;
}

export const ENVIRONMENT_COLUMNS = `id, project_id, name, type, kind, risk_level, description, created_at, updated_at,
  ${cursorColumn('created_at')}`;

/** Returns the version of an environment. */
export const environmentVersion = (row: EnvironmentRow): string =>
  versionOf([row.id, row.name, row.description, row.risk_level, row.updated_at]);

/** Writes environments. Name, type, kind and project are immutable; a trigger enforces it too. */
@Injectable()
export class EnvironmentStore {
  /** Inserts an environment. @returns null when the project has one of this name */
  async insert(tx: Tx, environment: NewEnvironment): Promise<EnvironmentRow | null> {
    const { id, projectId, name, type, kind, riskLevel, description } = environment;
    const sql = `INSERT INTO environments (id, project_id, name, type, kind, risk_level, description)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT ON CONSTRAINT uq_environments_name DO NOTHING RETURNING ${ENVIRONMENT_COLUMNS}`;
    const values = [id, projectId, name, type, kind, riskLevel, description];
    return (await tx.query<EnvironmentRow>(sql, values))[0] ?? null;
  }

  /** Locks the row FOR UPDATE, so that no other row can refer to it in the meantime either. */
  async lock(tx: Tx, id: string): Promise<EnvironmentRow | null> {
    const sql = `SELECT ${ENVIRONMENT_COLUMNS} FROM environments WHERE id = $1 FOR UPDATE`;
    return (await tx.query<EnvironmentRow>(sql, [id]))[0] ?? null;
  }

  async update(
    tx: Tx,
    id: string,
    change: { description: string; riskLevel: number },
  ): Promise<EnvironmentRow> {
    const sql = `UPDATE environments SET description = $2, risk_level = $3, updated_at = clock_timestamp()
      WHERE id = $1 RETURNING ${ENVIRONMENT_COLUMNS}`;
    return (
      await tx.query<EnvironmentRow>(sql, [id, change.description, change.riskLevel])
    )[0] as EnvironmentRow;
  }

  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM environments WHERE id = $1', [id]);
  }
}
