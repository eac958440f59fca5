import { Injectable } from '@nestjs/common';
import { type Caller, holdsAnywhere, holdsAt, holdsGlobally, type Permission } from '#libs/permissions';
import type { ProviderType } from '#libs/connection-scope';
import { Database, listRows } from '#libs/database';
import { cursorColumn, type DomainError, httpErrors, type Page, type PageRequest } from '#libs/core';
import { type EnvironmentPlace, Places, tenancyErrors } from '#libs/tenancy';
import { ConnectionReadModel } from './connections.read-model.js';
import type { ConnectionRow } from './connection-row.js';
import { isBoundSql } from './is-bound-sql.js';
import { providerErrors } from './providers.errors.js';

/** A connection as shown to users who may use but not manage it. */
export interface ConnectionChoice {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
  readonly cursor_at: string;
}

const CHOICES = `SELECT c.id, c.name, c.type, ${cursorColumn('c.created_at')} FROM provider_connections c`;

/** Lists the connections that a caller may choose, oldest first (specification, "Branching of GET /provider-connections"). */
@Injectable()
export class ConnectionChoiceService {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly connections: ConnectionReadModel,
  ) {}

  /** Returns every connection in full, for administrators. @throws DomainError permission_denied */
  async forAdministration(caller: Caller, page: PageRequest): Promise<Page<ConnectionRow>> {
    if (!holdsGlobally(caller.grants, 'integration.edit'))
      throw httpErrors.permissionDenied('integration.edit');
    return this.connections.list(page);
  }

  /**
   * Returns the active connections for a request: those bound to the environment, or anywhere in the project (D79).
   *
   * @throws DomainError permission_denied, project_not_found, out_of_scope_project, environment_not_in_project
   */
  async forRequests(
    caller: Caller,
    projectId: string,
    environmentId: string | null,
    page: PageRequest,
  ): Promise<Page<ConnectionChoice>> {
    await this.assertCovers(caller, 'secret.request', projectId, tenancyErrors.outOfScopeProject);
    if (environmentId !== null) await this.environmentIn(projectId, environmentId);
    const place = { connectionId: 'c.id', projectId: '$1' };
    const bound = isBoundSql(environmentId === null ? place : { ...place, environmentId: '$2' });
    return this.list([bound], environmentId === null ? [projectId] : [projectId, environmentId], page);
  }

  /**
   * Returns the active connections for a binding: those not yet bound to the environment or project-wide (D79).
   *
   * @throws DomainError permission_denied, project_not_found, out_of_scope_binding, environment_not_in_project,
   *   prod_binding_not_allowed_for_scope
   */
  async forBinding(
    caller: Caller,
    projectId: string,
    environmentId: string,
    page: PageRequest,
  ): Promise<Page<ConnectionChoice>> {
    await this.assertCovers(caller, 'integration.bind', projectId, providerErrors.outOfScopeBinding);
    const environment = await this.environmentIn(projectId, environmentId);
    if (environment.kind === 'prod') throw providerErrors.prodBindingNotAllowed();
    const bound = isBoundSql({ connectionId: 'c.id', projectId: '$1', environmentId: '$2' });
    return this.list(['c.self_service_bindable', `NOT ${bound}`], [projectId, environmentId], page);
  }

  private list(where: string[], parameters: string[], page: PageRequest): Promise<Page<ConnectionChoice>> {
    const query = { source: CHOICES, where: ["c.status = 'active'", ...where], parameters, table: 'c' };
    return listRows(this.database, query, page);
  }

  private async assertCovers(
    caller: Caller,
    permission: Permission,
    projectId: string,
    refusal: () => DomainError,
  ): Promise<void> {
    if (!holdsAnywhere(caller.grants, permission)) throw httpErrors.permissionDenied(permission);
    const project = await this.places.project(this.database, projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    if (!holdsAt(caller.grants, permission, project)) throw refusal();
  }

  private async environmentIn(projectId: string, environmentId: string): Promise<EnvironmentPlace> {
    const environment = await this.places.environment(this.database, environmentId);
    if (environment?.projectId !== projectId) throw tenancyErrors.environmentNotInProject();
    return environment;
  }
}
