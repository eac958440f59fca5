import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import type { EnvironmentKind } from '#libs/policy-engine';
import { environmentKind, type EnvironmentType } from './domain/environment-kind.js';
import { EnvironmentDeletionHooks } from './environment-deletion-hooks.js';
import { type EnvironmentRow, EnvironmentStore, environmentVersion } from './environments.store.js';
import { ProjectStore } from './projects.store.js';
import { tenancyErrors } from './tenancy.errors.js';
import { tenancyEvents } from './tenancy.events.js';

export interface EnvironmentInput {
  readonly projectId: string;
  readonly name: string;
  readonly type: EnvironmentType;
  readonly kind?: EnvironmentKind;
  /** 0 to 4; only for display. */
  readonly riskLevel: number;
  readonly description: string;
}

/** Creates, updates and deletes environments, for administrators only (D10). */
@Injectable()
export class EnvironmentService {
  constructor(
    private readonly database: Database,
    private readonly environments: EnvironmentStore,
    private readonly projects: ProjectStore,
    private readonly deletionHooks: EnvironmentDeletionHooks,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates an environment in an active project.
   *
   * @throws DomainError project_not_found, project_archived, environment_name_exists
   */
  async create(caller: Caller, input: EnvironmentInput): Promise<EnvironmentRow> {
    const kind = environmentKind(input.type, input.kind);
    return this.database.transaction(async (tx) => {
      await this.requireActiveProject(tx, input.projectId);
      const environment = await this.environments.insert(tx, { ...input, id: newId(), kind });
      if (!environment) throw tenancyErrors.environmentNameExists();
      const metadata = { project_id: environment.project_id, name: environment.name, kind };
      await this.audit.record(
        tx,
        tenancyEvents.environmentCreated(actorOf(caller), environment.id, metadata),
      );
      return environment;
    });
  }

  /**
   * Changes description and risk level.
   *
   * @param change absent members stay
   * @throws DomainError environment_not_found, changed_meanwhile
   */
  async update(
    caller: Caller,
    id: string,
    change: { description?: string; riskLevel?: number },
    expected = ExpectedVersion.any,
  ): Promise<EnvironmentRow> {
    return this.database.transaction(async (tx) => {
      const environment = await this.locked(tx, id);
      expected.assert(environmentVersion(environment));
      const description = change.description ?? environment.description;
      const riskLevel = change.riskLevel ?? environment.risk_level;
      const updated = await this.environments.update(tx, id, { description, riskLevel });
      const metadata = { project_id: environment.project_id, risk_level: riskLevel };
      await this.audit.record(tx, tenancyEvents.environmentUpdated(actorOf(caller), id, metadata));
      return updated;
    });
  }

  /**
   * Deletes the environment with its bindings and the rules that name it, and cancels its open
   * requests, in one transaction (D86).
   *
   * @throws DomainError environment_not_found, changed_meanwhile
   */
  async delete(caller: Caller, id: string, expected = ExpectedVersion.any): Promise<void> {
    await this.database.transaction(async (tx) => {
      const environment = await this.locked(tx, id);
      expected.assert(environmentVersion(environment));
      const projectId = environment.project_id;
      await this.deletionHooks.run(tx, { environmentId: id, projectId }, actorOf(caller));
      await this.environments.remove(tx, id);
      const metadata = { project_id: projectId, name: environment.name, kind: environment.kind };
      await this.audit.record(tx, tenancyEvents.environmentDeleted(actorOf(caller), id, metadata));
    });
  }

  private async requireActiveProject(tx: Tx, projectId: string): Promise<void> {
    const project = await this.projects.lockForShare(tx, projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    if (project.status === 'archived') throw tenancyErrors.projectArchived();
  }

  private async locked(tx: Tx, id: string): Promise<EnvironmentRow> {
    const environment = await this.environments.lock(tx, id);
    if (!environment) throw tenancyErrors.environmentNotFound();
    return environment;
  }
}
