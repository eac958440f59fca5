import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId } from '#libs/http';
import { Metrics } from '#libs/metrics';
import { actorOf, type Caller } from '#libs/rbac';
import { Places, tenancyErrors } from '#libs/tenancy';
import { type BindingRow, BindingStore } from './bindings.store.js';
import { ProviderConnectionStore } from './provider-connections.store.js';
import { providerErrors } from './providers.errors.js';
import { providerEvents } from './providers.events.js';

export interface BindingPlace {
  readonly connectionId: string;
  readonly projectId: string;
  readonly environmentId: string | null;
}

/** Says which projects and environments see a connection. */
@Injectable()
export class BindingService {
  private readonly created;

  constructor(
    private readonly database: Database,
    private readonly connections: ProviderConnectionStore,
    private readonly bindings: BindingStore,
    private readonly places: Places,
    private readonly audit: Audit,
    metrics: Metrics,
  ) {
    this.created = metrics.counter('provider_connection_bindings_created_total', 'Bindings made', [
      'permission_used',
      'env_kind',
    ]);
  }

  /**
   * Binds as an administrator of integrations: anywhere, also project-wide and to prod.
   *
   * @throws DomainError connection_not_found, project_not_found, environment_not_in_project,
   *   connection_disabled (D72), binding_exists
   */
  async bind(caller: Caller, place: BindingPlace): Promise<BindingRow> {
    const row = await this.database.transaction(async (tx) => {
      await this.checkPlace(tx, place);
      const id = newId();
      if (!(await this.bindings.insert(tx, { id, ...place, createdBy: caller.userId })))
        throw providerErrors.bindingExists();
      await this.audit.record(
        tx,
        providerEvents.bindingCreated(actorOf(caller), { id, ...place }, 'integration.edit'),
      );
      return (await this.bindings.byId(tx, id)) as BindingRow;
    });
    this.created.inc({ permission_used: 'integration.edit', env_kind: row.environment_kind ?? 'all' });
    return row;
  }

  private async checkPlace(tx: Tx, place: BindingPlace): Promise<void> {
    const connection = await this.connections.hold(tx, place.connectionId);
    if (!connection) throw providerErrors.connectionNotFound();
    if (!(await this.places.project(tx, place.projectId))) throw tenancyErrors.projectNotFound();
    if (place.environmentId !== null) {
      const environment = await this.places.environmentHeld(tx, place.environmentId);
      if (environment?.projectId !== place.projectId) throw providerErrors.environmentNotInProject();
    }
    if (connection.status === 'disabled') throw providerErrors.connectionDisabled();
  }
}
