import type { ProviderType } from '#libs/connection-scope';
import { Injectable } from '@nestjs/common';
import { Database, listRows, type Sql } from '#libs/database';
import type { Page, PageRequest } from '#libs/core';
import { aliveAgents } from './alive-agents.js';
import { boundToProdSql } from './bound-to-prod-sql.js';
import { CONNECTION_COLUMNS, type ConnectionRow } from './connection-row.js';
import { isBoundSql } from './is-bound-sql.js';
import { providerErrors } from './providers.errors.js';

/** The facts about a connection for checking a request. */
export interface ConnectionForRequest {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
  readonly clusterName: string | null;
  /** Increases exactly when type, cluster or scope change (D100). */
  readonly version: number;
  readonly status: 'active' | 'disabled';
  /** Bound to the environment or to the whole project. */
  readonly boundToEnvironment: boolean;
  /** Bound somewhere in the project. */
  readonly boundToProject: boolean;
  /** (connection, ref) is bound to the named environment. */
  readonly secretBoundToEnvironment: boolean;
  /** Bound by a holder of integration.edit, not only of integration.bind. */
  readonly secretBoundByIntegrator: boolean;
  /** (connection, ref) is bound to a prod environment but not to the named one, which is refused (D84). */
  readonly secretBoundToProd: boolean;
}

const FOR_REQUEST = `SELECT c.id, c.name, c.type, c.cluster_name AS "clusterName", c.version, c.status,
    ${isBoundSql({ connectionId: 'c.id', projectId: '$2', environmentId: '$3' })} AS "boundToEnvironment",
    ${isBoundSql({ connectionId: 'c.id', projectId: '$2' })} AS "boundToProject",
    coalesce(bound.here, false) AS "secretBoundToEnvironment",
    coalesce(bound.by_integrator, false) AS "secretBoundByIntegrator",
    ${boundToProdSql({ connectionId: 'c.id', ref: '$4', environmentId: '$3' })} AS "secretBoundToProd"
  FROM provider_connections c
  LEFT JOIN LATERAL (
    SELECT bool_or(e.id = $3) AS here,
      bool_or(e.id = $3 AND es.bound_with = 'integration.edit') AS by_integrator
    FROM secrets s
      JOIN environment_secrets es ON es.secret_id = s.id
      JOIN environments e ON e.id = es.environment_id
    WHERE s.provider_connection_id = c.id AND s.ref = $4) bound ON true
  WHERE c.id = $1`;

/** Reads provider connections, for display and for other contexts. */
@Injectable()
export class ConnectionReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the facts for checking a submission, in one statement; null for an unknown connection. It may be deleted before
   * the request is inserted, which therefore checks again and locks it.
   */
  async forRequest(
    db: Sql,
    place: { connectionId: string; projectId: string; environmentId: string; secretRef: string },
  ): Promise<ConnectionForRequest | null> {
    const parameters = [place.connectionId, place.projectId, place.environmentId, place.secretRef];
    const [row] = await db.query<ConnectionForRequest>(FOR_REQUEST, parameters);
    return row ?? null;
  }

  /** Returns the row in full; null for an id that does not exist. */
  async find(db: Sql, id: string): Promise<ConnectionRow | null> {
    const sql = `SELECT ${CONNECTION_COLUMNS} FROM provider_connections c WHERE c.id = $1`;
    const [row] = await db.query<ConnectionRow>(sql, [id]);
    return row ?? null;
  }

  /** Returns the number of agents for its jobs that sent a heartbeat in the last minute. */
  async agentsAlive(db: Sql, id: string): Promise<number> {
    const sql = `SELECT ${aliveAgents('c.id', 'c.cluster_name')} AS alive FROM provider_connections c WHERE c.id = $1`;
    const [row] = await db.query<{ alive: number }>(sql, [id]);
    return row?.alive ?? 0;
  }

  /** @throws DomainError connection_not_found */
  async get(id: string): Promise<ConnectionRow> {
    const row = await this.find(this.database, id);
    if (!row) throw providerErrors.connectionNotFound();
    return row;
  }

  /** Returns every connection, oldest first. */
  async list(page: PageRequest): Promise<Page<ConnectionRow>> {
    const source = `SELECT ${CONNECTION_COLUMNS} FROM provider_connections c`;
    return listRows<ConnectionRow>(this.database, { source, where: [], parameters: [], table: 'c' }, page);
  }
}
