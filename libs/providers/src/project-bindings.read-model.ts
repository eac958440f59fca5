import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Page, PageRequest } from '#libs/core';
import { Places, tenancyErrors } from '#libs/tenancy';
import { type BindingRow, BindingStore } from './bindings.store.js';
import { providerErrors } from './providers.errors.js';

/** Lists a project's bindings, which are visible to any signed-in user. */
@Injectable()
export class ProjectBindingReadModel {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly bindings: BindingStore,
  ) {}

  /**
   * @param environmentId limits the list to bindings that apply to that environment; null for all of the project
   * @throws DomainError project_not_found, environment_not_in_project
   */
  async list(projectId: string, environmentId: string | null, page: PageRequest): Promise<Page<BindingRow>> {
    const db = this.database;
    if (!(await this.places.project(db, projectId))) throw tenancyErrors.projectNotFound();
    if (environmentId !== null) {
      const environment = await this.places.environment(db, environmentId);
      if (environment?.projectId !== projectId) throw providerErrors.environmentNotInProject();
    }
    return this.bindings.ofProject(projectId, environmentId, page);
  }
}
