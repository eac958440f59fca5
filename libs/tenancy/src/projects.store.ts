import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { cursorColumn, versionOf } from '#libs/core';
import type { Status } from './status.js';

export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly team_id: string | null;
  readonly status: Status;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export interface NewProject {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly teamId: string | null;
  readonly createdBy: string;
}

export const PROJECT_COLUMNS = `id, name, description, team_id, status, created_by, created_at, updated_at,
  ${cursorColumn('created_at')}`;

/** Returns the version of a project. */
export const projectVersion = (row: ProjectRow): string =>
  versionOf([row.id, row.name, row.description, row.team_id, row.status, row.updated_at]);

/** Writes projects. The name is immutable. */
@Injectable()
export class ProjectStore {
  /** Inserts a project. @returns null when the name is taken */
  async insert(tx: Tx, project: NewProject): Promise<ProjectRow | null> {
    const sql = `INSERT INTO projects (id, name, description, team_id, created_by) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT ON CONSTRAINT uq_projects_name DO NOTHING RETURNING ${PROJECT_COLUMNS}`;
    const values = [project.id, project.name, project.description, project.teamId, project.createdBy];
    return (await tx.query<ProjectRow>(sql, values))[0] ?? null;
  }

  async lock(tx: Tx, id: string): Promise<ProjectRow | null> {
    const sql = `SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = $1 FOR UPDATE`;
    return (await tx.query<ProjectRow>(sql, [id]))[0] ?? null;
  }

  /** Locks the row FOR SHARE: the project's status can't change until the transaction ends. */
  async lockForShare(tx: Tx, id: string): Promise<ProjectRow | null> {
    const sql = `SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = $1 FOR SHARE`;
    return (await tx.query<ProjectRow>(sql, [id]))[0] ?? null;
  }

  async update(
    tx: Tx,
    id: string,
    change: { description: string; teamId: string | null },
  ): Promise<ProjectRow> {
    const sql = `UPDATE projects SET description = $2, team_id = $3, updated_at = clock_timestamp() WHERE id = $1
      RETURNING ${PROJECT_COLUMNS}`;
    return (await tx.query<ProjectRow>(sql, [id, change.description, change.teamId]))[0] as ProjectRow;
  }

  async setStatus(tx: Tx, id: string, status: Status): Promise<ProjectRow> {
    const sql = `UPDATE projects SET status = $2, updated_at = clock_timestamp() WHERE id = $1
      RETURNING ${PROJECT_COLUMNS}`;
    return (await tx.query<ProjectRow>(sql, [id, status]))[0] as ProjectRow;
  }
}
