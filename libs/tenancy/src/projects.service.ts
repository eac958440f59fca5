import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { type Caller, type Grant, holdsGlobally, isCovered } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import { Places } from './places.js';
import { type ProjectRow, ProjectStore, projectVersion } from './projects.store.js';
import type { Status } from './status.js';
import { TeamStore } from './teams.store.js';
import { tenancyErrors } from './tenancy.errors.js';
import { tenancyEvents } from './tenancy.events.js';

/** Creates, changes and archives projects. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectStore,
    private readonly teams: TeamStore,
    private readonly places: Places,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates a project; any signed-in user may, and is recorded as its creator (D11).
   *
   * @param options.inCoveredTeams require a grant that covers the project's team (D95 d)
   * @throws DomainError team_not_found, out_of_scope_team, team_archived, project_name_exists
   */
  async create(
    caller: Caller,
    input: { name: string; description: string; teamId: string | null },
    { inCoveredTeams = false } = {},
  ): Promise<ProjectRow> {
    return this.database.transaction(async (tx) => {
      if (input.teamId !== null)
        await this.requireActiveTeam(tx, input.teamId, inCoveredTeams ? caller.grants : null);
      const project = await this.projects.insert(tx, { id: newId(), ...input, createdBy: caller.userId });
      if (!project) throw tenancyErrors.projectNameExists();
      const metadata = { name: project.name, team_id: project.team_id };
      await this.audit.record(tx, tenancyEvents.projectCreated(actorOf(caller), project.id, metadata));
      return project;
    });
  }

  /**
   * Archives or unarchives a project, for its creator or an administrator (D11).
   *
   * @throws DomainError project_not_found, out_of_scope_project, changed_meanwhile
   */
  async setStatus(
    caller: Caller,
    id: string,
    status: Status,
    expected = ExpectedVersion.any,
  ): Promise<ProjectRow> {
    return this.database.transaction(async (tx) => {
      const project = await this.projects.lock(tx, id);
      if (!project) throw tenancyErrors.projectNotFound();
      if (!mayChange(caller, project)) throw tenancyErrors.outOfScopeProject();
      expected.assert(projectVersion(project));
      const updated = await this.projects.setStatus(tx, id, status);
      const metadata = { status, old_status: project.status };
      await this.audit.record(tx, tenancyEvents.projectUpdated(actorOf(caller), id, metadata));
      return updated;
    });
  }

  /**
   * Changes a project's description, or moves it to another team: from the next call on, the grants and rules of that team
   * and its ancestors apply. For administrators.
   *
   * @param change absent members stay; `teamId: null` takes it out of its team
   * @throws DomainError project_not_found, changed_meanwhile; team_not_found, team_archived for the new team
   */
  async update(
    caller: Caller,
    id: string,
    change: { description?: string; teamId?: string | null },
    expected = ExpectedVersion.any,
  ): Promise<ProjectRow> {
    return this.database.transaction(async (tx) => {
      const project = await this.projects.lock(tx, id);
      if (!project) throw tenancyErrors.projectNotFound();
      expected.assert(projectVersion(project));
      const teamId = change.teamId === undefined ? project.team_id : change.teamId;
      if (teamId !== null && teamId !== project.team_id) await this.requireActiveTeam(tx, teamId, null);
      const description = change.description ?? project.description;
      const updated = await this.projects.update(tx, id, { description, teamId });
      const changed = description === project.description ? [] : ['description'];
      const metadata = { changed, team_id: teamId, old_team_id: project.team_id };
      await this.audit.record(tx, tenancyEvents.projectUpdated(actorOf(caller), id, metadata));
      return updated;
    });
  }

  /** @param grants one of them must cover the team; null skips the check */
  private async requireActiveTeam(tx: Tx, teamId: string, grants: readonly Grant[] | null): Promise<void> {
    const team = await this.teams.lockForShare(tx, teamId);
    if (!team) throw tenancyErrors.teamNotFound();
    const place = grants && (await this.places.team(tx, teamId));
    if (place && !isCovered(grants, place)) throw tenancyErrors.outOfScopeTeam();
    if (team.status === 'archived') throw tenancyErrors.teamArchived();
  }
}

function mayChange(caller: Caller, project: ProjectRow): boolean {
  return project.created_by === caller.userId || holdsGlobally(caller.grants, 'user_role.edit');
}
