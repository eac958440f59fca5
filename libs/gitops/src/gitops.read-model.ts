import { Injectable } from '@nestjs/common';
import { Database, listRows } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import type { ObservedApplication } from './domain/observed-application.js';
import { ENDPOINT_COLUMNS, type EndpointRow } from './endpoints.store.js';
import { gitopsErrors } from './gitops.errors.js';
import { MAPPING_COLUMNS, type MappingRow } from './mappings.store.js';

/** The latest observation of an application. */
export interface ApplicationRow extends Omit<ObservedApplication, 'observed_at'> {
  readonly id: string;
  readonly observed_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

const APPLICATION_COLUMNS = `a.id, a.name, a.namespace, a.project, a.repo_url, a.path, a.target_revision, a.sync_status,
  a.health_status, a.revision, a.observed_at, a.created_at, a.updated_at, ${cursorColumn('a.created_at')}`;

/** Lists endpoints, mappings and applications, which are visible to any signed-in user. */
@Injectable()
export class GitopsReadModel {
  constructor(private readonly database: Database) {}

  async endpoints(page: PageRequest): Promise<Page<EndpointRow>> {
    const source = `SELECT ${ENDPOINT_COLUMNS} FROM argocd_endpoints e`;
    return listRows<EndpointRow>(this.database, { source, where: [], parameters: [], table: 'e' }, page);
  }

  async mappings(page: PageRequest): Promise<Page<MappingRow>> {
    const source = `SELECT ${MAPPING_COLUMNS} FROM gitops_app_mappings m`;
    return listRows<MappingRow>(this.database, { source, where: [], parameters: [], table: 'm' }, page);
  }

  /**
   * Returns the latest observation of each application of an endpoint, in the order of their first observations.
   *
   * @throws DomainError argocd_endpoint_not_found
   */
  async applications(endpointId: string, page: PageRequest): Promise<Page<ApplicationRow>> {
    const found = await this.database.query('SELECT id FROM argocd_endpoints WHERE id = $1', [endpointId]);
    if (found.length === 0) throw gitopsErrors.endpointNotFound();
    const source = `SELECT ${APPLICATION_COLUMNS} FROM gitops_applications a`;
    const query = { source, where: ['a.endpoint_id = $1'], parameters: [endpointId], table: 'a' };
    return listRows<ApplicationRow>(this.database, query, page);
  }

  /** Returns the endpoints that agents of the cluster observe. */
  async watchedIn(clusterName: string): Promise<{ id: string; baseUrl: string }[]> {
    const sql = `SELECT id, base_url AS "baseUrl" FROM argocd_endpoints
      WHERE cluster_name = $1 AND enabled ORDER BY created_at, id`;
    return this.database.query(sql, [clusterName]);
  }
}
