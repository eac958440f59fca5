import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { type Caller, holdsAt } from '#libs/permissions';
import { Database } from '#libs/database';
import { dueToGrants } from '#libs/core';
import { type BoundProject, DestinationReadModel } from '#libs/providers';
import { Places, tenancyErrors } from '#libs/tenancy';
import { crossTeamErrors } from './cross-team.errors.js';
import { crossTeamEvents } from './cross-team.events.js';

export type SourceProject = BoundProject;

/** Finds the project that a cross-team request is made for (D36). */
@Injectable()
export class SourceProjects {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly destinations: DestinationReadModel,
    private readonly audit: Audit,
  ) {}

  /** Returns the named project; null when none is named. @throws DomainError project_not_found, out_of_scope_project */
  async named(caller: Caller, projectId: string | null): Promise<SourceProject | null> {
    if (projectId === null) return null;
    const project = await this.places.project(this.database, projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    if (holdsAt(caller.grants, 'secret.request', project)) return project;
    const error = tenancyErrors.outOfScopeProject();
    return this.audit.refuse(error, crossTeamEvents.submitDenied(actorOf(caller), projectId, error.code));
  }

  /**
   * Returns the one project to which the destination is bound and which the caller covers.
   *
   * @throws DomainError cross_team_destination_unbound, source_project_ambiguous
   */
  async fitting(caller: Caller, connectionId: string): Promise<SourceProject> {
    const bound = await this.destinations.boundProjects(this.database, connectionId);
    const covered = bound.filter((project) => holdsAt(caller.grants, 'secret.request', project));
    if (covered.length > 1)
      throw crossTeamErrors.sourceAmbiguous(covered.map((project) => project.projectId));
    if (covered[0]) return covered[0];
    const error = crossTeamErrors.destinationUnbound();
    throw bound.length > 0 ? dueToGrants(error) : error;
  }
}
