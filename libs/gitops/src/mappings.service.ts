import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { Places, tenancyErrors } from '#libs/tenancy';
import { EndpointStore } from './endpoints.store.js';
import { gitopsErrors } from './gitops.errors.js';
import { gitopsEvents } from './gitops.events.js';
import { type MappingRow, MappingStore, type NewMapping } from './mappings.store.js';

/** Maps applications to environments. For holders of integration.edit. */
@Injectable()
export class MappingService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointStore,
    private readonly mappings: MappingStore,
    private readonly places: Places,
    private readonly audit: Audit,
  ) {}

  /**
   * Maps an application by name; it may be unobserved so far.
   *
   * @throws DomainError argocd_endpoint_not_found, project_not_found, environment_not_in_project, mapping_exists
   */
  async create(caller: Caller, mapping: NewMapping): Promise<MappingRow> {
    return this.database.transaction(async (tx) => {
      await this.checkPlace(tx, mapping);
      const row = await this.mappings.insert(tx, newId(), mapping);
      if (!row) throw gitopsErrors.mappingExists();
      await this.audit.record(tx, gitopsEvents.mappingCreated(actorOf(caller), row));
      return row;
    });
  }

  /** @throws DomainError mapping_not_found */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await this.mappings.remove(tx, id);
      if (!row) throw gitopsErrors.mappingNotFound();
      await this.audit.record(tx, gitopsEvents.mappingDeleted(actorOf(caller), row));
    });
  }

  private async checkPlace(tx: Tx, { endpointId, projectId, environmentId }: NewMapping): Promise<void> {
    if (!(await this.endpoints.lockForShare(tx, endpointId))) throw gitopsErrors.endpointNotFound();
    if (!(await this.places.project(tx, projectId))) throw tenancyErrors.projectNotFound();
    const environment = await this.places.lockEnvironmentForShare(tx, environmentId);
    if (environment?.projectId !== projectId) throw tenancyErrors.environmentNotInProject();
  }
}
