import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { Database } from '#libs/database';
import { newId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { type EndpointRow, EndpointStore, type NewEndpoint } from './endpoints.store.js';
import { gitopsErrors } from './gitops.errors.js';
import { gitopsEvents } from './gitops.events.js';
import { MappingStore } from './mappings.store.js';

/** Registers the Argo CD servers that agents look at. Only integration.edit holders reach it. */
@Injectable()
export class EndpointService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointStore,
    private readonly mappings: MappingStore,
    private readonly audit: Audit,
  ) {}

  async create(caller: Caller, endpoint: NewEndpoint): Promise<EndpointRow> {
    return this.database.transaction(async (tx) => {
      const row = await this.endpoints.insert(tx, newId(), endpoint);
      await this.audit.record(tx, gitopsEvents.endpointCreated(actorOf(caller), row));
      return row;
    });
  }

  /**
   * Enables or disables it. While disabled it is not announced to agents and no report of it is accepted; earlier
   * observations stay.
   *
   * @throws DomainError argocd_endpoint_not_found
   */
  async setEnabled(caller: Caller, id: string, enabled: boolean): Promise<EndpointRow> {
    return this.database.transaction(async (tx) => {
      const row = await this.endpoints.setEnabled(tx, id, enabled);
      if (!row) throw gitopsErrors.endpointNotFound();
      await this.audit.record(tx, gitopsEvents.endpointUpdated(actorOf(caller), id, enabled));
      return row;
    });
  }

  /**
   * Deletes it with its mappings, each with its own event, and with what was seen there.
   *
   * @throws DomainError argocd_endpoint_not_found
   */
  async delete(caller: Caller, id: string): Promise<void> {
    const actor = actorOf(caller);
    await this.database.transaction(async (tx) => {
      const row = await this.endpoints.lock(tx, id);
      if (!row) throw gitopsErrors.endpointNotFound();
      const mappings = await this.mappings.removeOfEndpoint(tx, id);
      await this.endpoints.remove(tx, id);
      const gone = mappings.map((mapping) => gitopsEvents.mappingDeleted(actor, mapping));
      await this.audit.record(tx, ...gone, gitopsEvents.endpointDeleted(actor, row));
    });
  }
}
