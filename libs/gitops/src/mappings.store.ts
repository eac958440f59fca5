import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { cursorColumn } from '#libs/core';

/** A mapping of an application to an environment. */
export interface MappingRow {
  readonly id: string;
  readonly argocd_endpoint_id: string;
  readonly app_name: string;
  readonly project_id: string;
  readonly environment_id: string;
  readonly created_at: Date;
  readonly cursor_at: string;
}

export interface NewMapping {
  readonly endpointId: string;
  readonly appName: string;
  readonly projectId: string;
  readonly environmentId: string;
}

/** The columns of a MappingRow. */
export const MAPPING_COLUMNS = `m.id, m.argocd_endpoint_id, m.app_name, m.project_id, m.environment_id, m.created_at,
  ${cursorColumn('m.created_at')}`;

/** Writes mappings of applications to environments. */
@Injectable()
export class MappingStore {
  /** Inserts a mapping; returns null when the same one exists. */
  async insert(tx: Tx, id: string, mapping: NewMapping): Promise<MappingRow | null> {
    const sql = `INSERT INTO gitops_app_mappings AS m (id, argocd_endpoint_id, app_name, project_id, environment_id)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT ON CONSTRAINT uq_gitops_app_mappings_app DO NOTHING RETURNING ${MAPPING_COLUMNS}`;
    const { endpointId, appName, projectId, environmentId } = mapping;
    const values = [id, endpointId, appName, projectId, environmentId];
    return (await tx.query<MappingRow>(sql, values))[0] ?? null;
  }

  /** Removes and returns a mapping; null when there is none. */
  async remove(tx: Tx, id: string): Promise<MappingRow | null> {
    return (await this.removeWhere(tx, 'm.id', id))[0] ?? null;
  }

  async removeOfEndpoint(tx: Tx, endpointId: string): Promise<MappingRow[]> {
    return this.removeWhere(tx, 'm.argocd_endpoint_id', endpointId);
  }

  async removeOfEnvironment(tx: Tx, environmentId: string): Promise<MappingRow[]> {
    return this.removeWhere(tx, 'm.environment_id', environmentId);
  }

  private async removeWhere(tx: Tx, column: string, id: string): Promise<MappingRow[]> {
    const sql = `DELETE FROM gitops_app_mappings m WHERE ${column} = $1 RETURNING ${MAPPING_COLUMNS}`;
    return tx.query<MappingRow>(sql, [id]);
  }
}
