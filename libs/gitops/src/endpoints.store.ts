import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { cursorColumn } from '#libs/core';

/** An Argo CD server that agents of its cluster observe. */
export interface EndpointRow {
  readonly id: string;
  readonly name: string;
  readonly cluster_name: string;
  readonly base_url: string;
  readonly enabled: boolean;
  /** Time of the latest report, by the database's clock. */
  readonly last_observed_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export interface NewEndpoint {
  readonly name: string;
  readonly clusterName: string;
  readonly baseUrl: string;
  readonly enabled: boolean;
}

/** The columns of an EndpointRow. */
export const ENDPOINT_COLUMNS = `e.id, e.name, e.cluster_name, e.base_url, e.enabled, e.last_observed_at,
  e.created_at, e.updated_at, ${cursorColumn('e.created_at')}`;

/** Writes Argo CD endpoints. */
@Injectable()
export class EndpointStore {
  async insert(tx: Tx, id: string, endpoint: NewEndpoint): Promise<EndpointRow> {
    const sql = `INSERT INTO argocd_endpoints AS e (id, name, cluster_name, base_url, enabled)
      VALUES ($1, $2, $3, $4, $5) RETURNING ${ENDPOINT_COLUMNS}`;
    const { name, clusterName, baseUrl, enabled } = endpoint;
    return (await tx.query<EndpointRow>(sql, [id, name, clusterName, baseUrl, enabled]))[0] as EndpointRow;
  }

  /** Enables or disables the endpoint; null for an unknown id. */
  async setEnabled(tx: Tx, id: string, enabled: boolean): Promise<EndpointRow | null> {
    const sql = `UPDATE argocd_endpoints e SET enabled = $2, updated_at = clock_timestamp()
      WHERE e.id = $1 RETURNING ${ENDPOINT_COLUMNS}`;
    return (await tx.query<EndpointRow>(sql, [id, enabled]))[0] ?? null;
  }

  /** Locks the row FOR UPDATE, against new references too; null for an unknown id. */
  async lock(tx: Tx, id: string): Promise<EndpointRow | null> {
    const sql = `SELECT ${ENDPOINT_COLUMNS} FROM argocd_endpoints e WHERE e.id = $1 FOR UPDATE`;
    return (await tx.query<EndpointRow>(sql, [id]))[0] ?? null;
  }

  /** Locks the row for share, so that it can't be deleted before the transaction ends; false for an unknown id. */
  async lockForShare(tx: Tx, id: string): Promise<boolean> {
    const sql = 'SELECT id FROM argocd_endpoints WHERE id = $1 FOR KEY SHARE';
    return (await tx.query(sql, [id])).length === 1;
  }

  /**
   * Records the time of a report, and locks the row, which serializes reports of the endpoint. Returns whether the endpoint is
   * enabled; null when the cluster has no such endpoint.
   */
  async recordReport(tx: Tx, id: string, clusterName: string | null): Promise<{ enabled: boolean } | null> {
    const sql = `UPDATE argocd_endpoints
      SET last_observed_at = CASE WHEN enabled THEN clock_timestamp() ELSE last_observed_at END
      WHERE id = $1 AND cluster_name = $2 RETURNING enabled`;
    return (await tx.query<{ enabled: boolean }>(sql, [id, clusterName]))[0] ?? null;
  }

  /** Deletes the row with its observations. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query('DELETE FROM argocd_endpoints WHERE id = $1', [id]);
  }
}
