import { Injectable } from '@nestjs/common';
import { type Caller, holdsAnywhere, holdsAt, holdsGlobally, type Permission } from '#libs/permissions';
import { Database } from '#libs/database';
import { type DomainError, httpErrors, type Page, type PageRequest } from '#libs/core';
import { type EnvironmentPlace, Places, tenancyErrors } from '#libs/tenancy';
import { type ConnectionChoice, ConnectionChoiceReadModel } from './connection-choices.read-model.js';
import { ConnectionReadModel } from './connections.read-model.js';
import type { ConnectionRow } from './connection-row.js';
import { providerErrors } from './providers.errors.js';

/** Lists the connections that a caller may choose (specification, "Branching of GET /provider-connections"). */
@Injectable()
export class ConnectionChoiceService {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly connections: ConnectionReadModel,
    private readonly choices: ConnectionChoiceReadModel,
  ) {}

  /** Returns every connection in full, for administrators. @throws DomainError permission_denied */
  async forAdministration(caller: Caller, page: PageRequest): Promise<Page<ConnectionRow>> {
    if (!holdsGlobally(caller.grants, 'integration.edit'))
      throw httpErrors.permissionDenied('integration.edit');
    return this.connections.list(page);
  }

  /**
   * Returns connections for a request: those bound to the environment, or anywhere in the project.
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
    return this.choices.boundTo(projectId, environmentId, page);
  }

  /**
   * Returns connections for a binding: those that can still be bound to the environment.
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
    return this.choices.bindableTo(projectId, environmentId, page);
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
