import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/core';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { Places, tenancyErrors } from '#libs/tenancy';
import { type Binder, type BindingPlace, BindingWriter } from './binding-writer.js';
import { type BindingRow, BindingStore } from './bindings.store.js';
import { ProviderConnectionStore } from './provider-connections.store.js';
import { providerErrors } from './providers.errors.js';

/** Binds connections to projects and environments, for integration administrators. */
@Injectable()
export class BindingService {
  constructor(
    private readonly connections: ProviderConnectionStore,
    private readonly bindings: BindingStore,
    private readonly places: Places,
    private readonly writer: BindingWriter,
  ) {}

  /**
   * Creates any binding, including project-wide ones and ones to prod.
   *
   * @throws DomainError connection_not_found, project_not_found, environment_not_in_project,
   *   connection_disabled (D72), binding_exists
   */
  async bind(caller: Caller, place: BindingPlace): Promise<BindingRow> {
    const binder = administrator(caller);
    return this.writer.changing('created', binder, async (tx) => {
      await this.checkPlace(tx, place);
      return this.writer.bind(tx, binder, place);
    });
  }

  /** Removes any binding. @throws DomainError binding_not_found */
  async unbind(caller: Caller, id: string): Promise<void> {
    const binder = administrator(caller);
    await this.writer.changing('deleted', binder, async (tx) => {
      const row = await this.bindings.find(tx, id);
      if (!row) throw providerErrors.bindingNotFound();
      return this.writer.unbind(tx, binder, row);
    });
  }

  /** Returns the bindings of a connection, oldest first. */
  ofConnection(connectionId: string, page: PageRequest): Promise<Page<BindingRow>> {
    return this.bindings.ofConnection(connectionId, page);
  }

  private async checkPlace(tx: Tx, place: BindingPlace): Promise<void> {
    const connection = await this.connections.lockForShare(tx, place.connectionId);
    if (!connection) throw providerErrors.connectionNotFound();
    if (!(await this.places.project(tx, place.projectId))) throw tenancyErrors.projectNotFound();
    if (place.environmentId !== null) {
      const environment = await this.places.lockEnvironmentForShare(tx, place.environmentId);
      if (environment?.projectId !== place.projectId) throw tenancyErrors.environmentNotInProject();
    }
    if (connection.status === 'disabled') throw providerErrors.connectionDisabled();
  }
}

const administrator = (caller: Caller): Binder => ({ caller, permission: 'integration.edit' });
