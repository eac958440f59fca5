import { Injectable } from '@nestjs/common';
import { holdsAt, type Caller } from '#libs/permissions';
import type { Page, PageRequest } from '#libs/core';
import { Database, type Tx } from '#libs/database';
import { Places, tenancyErrors } from '#libs/tenancy';
import { type Binder, BindingWriter } from './binding-writer.js';
import { type BindingAttempt, outOfScopeBinding } from './out-of-scope-binding.js';
import { type BindingRow, BindingStore } from './bindings.store.js';
import type { ConnectionRow } from './connection-row.js';
import { ProviderConnectionStore } from './provider-connections.store.js';
import { providerErrors } from './providers.errors.js';

/** An environment of a project. */
export interface ScopedPlace {
  readonly projectId: string;
  readonly environmentId: string;
}

/**
 * Bindings of a project's environments, for holders of integration.bind. The order of checks is fixed (specification,
 * "Scoped binder rules"; D64): project, coverage, environment, its kind, and only then the connection or the binding, so
 * that a refusal does not reveal whether one exists.
 */
@Injectable()
export class ScopedBindingService {
  constructor(
    private readonly database: Database,
    private readonly connections: ProviderConnectionStore,
    private readonly bindings: BindingStore,
    private readonly places: Places,
    private readonly writer: BindingWriter,
  ) {}

  /**
   * Binds a self-service connection to a non-prod environment, and returns the binding.
   *
   * @throws DomainError project_not_found, out_of_scope_binding, environment_not_in_project,
   *   prod_binding_not_allowed_for_scope, connection_not_found, connection_disabled,
   *   connection_not_self_service_bindable, binding_exists
   */
  async bind(caller: Caller, place: ScopedPlace, connectionId: string): Promise<BindingRow> {
    const binder = binderOf(caller);
    return this.writer.changing('created', binder, async (tx) => {
      await this.assertCovers(tx, caller, place);
      await this.assertNonProd(tx, place);
      assertBindable(await this.connections.lockForShare(tx, connectionId));
      return this.writer.bind(tx, binder, { connectionId, ...place });
    });
  }

  /**
   * Removes a binding, whatever the connection's current status and self_service_bindable (rule 4).
   *
   * @throws DomainError project_not_found, out_of_scope_binding (also for a project-wide binding, D79),
   *   binding_not_found, prod_binding_not_allowed_for_scope
   */
  async unbind(caller: Caller, projectId: string, bindingId: string): Promise<void> {
    const binder = binderOf(caller);
    const place = { projectId, environmentId: null };
    await this.writer.changing('deleted', binder, async (tx) => {
      await this.assertCovers(tx, caller, place);
      const row = await this.bindings.find(tx, bindingId);
      if (row?.project_id !== projectId) throw providerErrors.bindingNotFound();
      if (row.environment_id === null) throw outOfScopeBinding(caller, place);
      if (row.environment_kind === 'prod') throw providerErrors.prodBindingNotAllowed();
      return this.writer.unbind(tx, binder, row);
    });
  }

  /**
   * Returns a project's bindings, which are visible to any signed-in user.
   *
   * @param environmentId limits the list to bindings that apply to that environment; null for all of the project
   * @throws DomainError project_not_found, environment_not_in_project
   */
  async ofProject(
    projectId: string,
    environmentId: string | null,
    page: PageRequest,
  ): Promise<Page<BindingRow>> {
    const db = this.database;
    if (!(await this.places.project(db, projectId))) throw tenancyErrors.projectNotFound();
    if (environmentId !== null) {
      const environment = await this.places.environment(db, environmentId);
      if (environment?.projectId !== projectId) throw tenancyErrors.environmentNotInProject();
    }
    return this.bindings.ofProject(projectId, environmentId, page);
  }

  private async assertCovers(tx: Tx, caller: Caller, place: BindingAttempt): Promise<void> {
    const project = await this.places.project(tx, place.projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    if (!holdsAt(caller.grants, 'integration.bind', project)) throw outOfScopeBinding(caller, place);
  }

  private async assertNonProd(tx: Tx, place: ScopedPlace): Promise<void> {
    const environment = await this.places.lockEnvironmentForShare(tx, place.environmentId);
    if (environment?.projectId !== place.projectId) throw tenancyErrors.environmentNotInProject();
    if (environment.kind === 'prod') throw providerErrors.prodBindingNotAllowed();
  }
}

const binderOf = (caller: Caller): Binder => ({ caller, permission: 'integration.bind' });

function assertBindable(connection: ConnectionRow | null): void {
  if (!connection) throw providerErrors.connectionNotFound();
  if (connection.status === 'disabled') throw providerErrors.connectionDisabled();
  if (!connection.self_service_bindable) throw providerErrors.notSelfServiceBindable();
}
