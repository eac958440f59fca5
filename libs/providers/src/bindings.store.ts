import { Injectable } from '@nestjs/common';
import { Database, listRows, type Tx } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import type { EnvironmentKind } from '#libs/policy-engine';

/** A binding with the names of its connection, project and environment. */
export interface BindingRow {
  readonly id: string;
  readonly provider_connection_id: string;
  readonly project_id: string;
  readonly environment_id: string | null;
  readonly environment_name: string | null;
  readonly environment_kind: EnvironmentKind | null;
  readonly connection_name: string;
  readonly connection_type: string;
  readonly created_at: Date;
  readonly cursor_at: string;
}

export interface NewBinding {
  readonly id: string;
  readonly connectionId: string;
  readonly projectId: string;
  /** Null binds every environment of the project. */
  readonly environmentId: string | null;
  readonly createdBy: string;
}

export type RemovedBinding = Pick<
  BindingRow,
  'id' | 'provider_connection_id' | 'project_id' | 'environment_id'
>;

const JOINED = `SELECT b.id, b.connection_id AS provider_connection_id, b.project_id, b.environment_id,
    e.name AS environment_name, e.kind AS environment_kind, c.name AS connection_name, c.type AS connection_type,
    b.created_at, ${cursorColumn('b.created_at')}
  FROM provider_connection_bindings b
    JOIN provider_connections c ON c.id = b.connection_id
    LEFT JOIN environments e ON e.id = b.environment_id`;

/** Writes and lists bindings of connections to projects and environments. */
@Injectable()
export class BindingStore {
  constructor(private readonly database: Database) {}

  /** Inserts a binding; false when the same one exists. */
  async insert(tx: Tx, binding: NewBinding): Promise<boolean> {
    const sql = `INSERT INTO provider_connection_bindings (id, connection_id, project_id, environment_id, created_by)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`;
    const { id, connectionId, projectId, environmentId, createdBy } = binding;
    return (await tx.query(sql, [id, connectionId, projectId, environmentId, createdBy])).length === 1;
  }

  /** Returns a binding; null for an unknown id. */
  async find(tx: Tx, id: string): Promise<BindingRow | null> {
    return (await tx.query<BindingRow>(`${JOINED} WHERE b.id = $1`, [id]))[0] ?? null;
  }

  /** Deletes a binding; false when it no longer exists. */
  async remove(tx: Tx, id: string): Promise<boolean> {
    const sql = 'DELETE FROM provider_connection_bindings WHERE id = $1 RETURNING id';
    return (await tx.query(sql, [id])).length === 1;
  }

  /** Deletes and returns the environment's bindings. */
  async removeOfEnvironment(tx: Tx, environmentId: string): Promise<RemovedBinding[]> {
    const sql = `DELETE FROM provider_connection_bindings WHERE environment_id = $1
      RETURNING id, connection_id AS provider_connection_id, project_id, environment_id`;
    return tx.query<RemovedBinding>(sql, [environmentId]);
  }

  /** Deletes the environment's secret bindings, and returns the secrets' ids. */
  async removeSecretsOfEnvironment(tx: Tx, environmentId: string): Promise<string[]> {
    const sql = 'DELETE FROM environment_secrets WHERE environment_id = $1 RETURNING secret_id AS id';
    return (await tx.query<{ id: string }>(sql, [environmentId])).map((row) => row.id);
  }

  /** Returns a connection's bindings, oldest first. */
  async ofConnection(connectionId: string, page: PageRequest): Promise<Page<BindingRow>> {
    const query = { source: JOINED, where: ['b.connection_id = $1'], parameters: [connectionId], table: 'b' };
    return listRows<BindingRow>(this.database, query, page);
  }

  /** Returns a project's bindings, oldest first; with an environment, its own and the project-wide ones. */
  async ofProject(
    projectId: string,
    environmentId: string | null,
    page: PageRequest,
  ): Promise<Page<BindingRow>> {
    const seen = environmentId === null ? [] : ['(b.environment_id IS NULL OR b.environment_id = $2)'];
    const parameters = environmentId === null ? [projectId] : [projectId, environmentId];
    const query = { source: JOINED, where: ['b.project_id = $1', ...seen], parameters, table: 'b' };
    return listRows<BindingRow>(this.database, query, page);
  }
}
