import { Injectable } from '@nestjs/common';
import { type Grant, isGlobal } from '#libs/permissions';
import { Database, listRows } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { ENVIRONMENT_COLUMNS, type EnvironmentRow } from './environments.store.js';
import { PROJECT_COLUMNS, type ProjectRow } from './projects.store.js';
import { TEAM_COLUMNS, type TeamRow } from './teams.store.js';
import { tenancyErrors } from './tenancy.errors.js';

export type InlineEnvironment = Pick<EnvironmentRow, 'id' | 'name' | 'type' | 'kind' | 'risk_level'>;

export type ProjectWithEnvironments = Pick<
  ProjectRow,
  'id' | 'name' | 'team_id' | 'status' | 'created_at' | 'updated_at' | 'cursor_at'
> & {
  readonly environments: InlineEnvironment[];
};

const WITH_ENVIRONMENTS = `SELECT p.id, p.name, p.team_id, p.status, p.created_at, p.updated_at, ${cursorColumn('p.created_at')}, coalesce((
    SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'type', e.type, 'kind', e.kind, 'risk_level', e.risk_level)
      ORDER BY e.created_at, e.id)
    FROM environments e WHERE e.project_id = p.id), '[]') AS environments
  FROM projects p`;

/** Reads teams, projects and environments; any signed-in user may see them (D12). */
@Injectable()
export class TenancyReadModel {
  constructor(private readonly database: Database) {}

  async listTeams(page: PageRequest): Promise<Page<TeamRow>> {
    return this.list('teams', TEAM_COLUMNS, page);
  }

  /** Returns the team. @throws DomainError team_not_found */
  async getTeam(id: string): Promise<TeamRow> {
    return (await this.find<TeamRow>('teams', TEAM_COLUMNS, id)) ?? raise(tenancyErrors.teamNotFound());
  }

  async listProjects(page: PageRequest): Promise<Page<ProjectRow>> {
    return this.list('projects', PROJECT_COLUMNS, page);
  }

  /** Returns the project. @throws DomainError project_not_found */
  async getProject(id: string): Promise<ProjectRow> {
    return (
      (await this.find<ProjectRow>('projects', PROJECT_COLUMNS, id)) ?? raise(tenancyErrors.projectNotFound())
    );
  }

  async listEnvironments(filter: { projectId?: string }, page: PageRequest): Promise<Page<EnvironmentRow>> {
    return this.list('environments', ENVIRONMENT_COLUMNS, page, filter.projectId);
  }

  /** Returns the environment. @throws DomainError environment_not_found */
  async getEnvironment(id: string): Promise<EnvironmentRow> {
    const row = await this.find<EnvironmentRow>('environments', ENVIRONMENT_COLUMNS, id);
    return row ?? raise(tenancyErrors.environmentNotFound());
  }

  /** Returns the projects that any of the grants covers, with their environments; a global grant covers all. */
  async listCoveredProjects(
    grants: readonly Grant[],
    page: PageRequest,
  ): Promise<Page<ProjectWithEnvironments>> {
    const query = { source: WITH_ENVIRONMENTS, table: 'p' };
    if (grants.some((grant) => isGlobal(grant.scope))) {
      return listRows(this.database, { ...query, where: [], parameters: [] }, page);
    }
    const projectIds = grants.flatMap((grant) => grant.scope.project_id ?? []);
    const teamIds = grants.flatMap((grant) => grant.scope.team_id ?? []);
    // Not as OR: Postgres would then scan every project to find the few of a small team.
    const covered = `p.id IN (SELECT granted FROM unnest($1::uuid[]) granted UNION ALL SELECT below.id
      FROM team_closure v JOIN projects below ON below.team_id = v.descendant_id WHERE v.ancestor_id = ANY ($2::uuid[]))`;
    return listRows(this.database, { ...query, where: [covered], parameters: [projectIds, teamIds] }, page);
  }

  private async list<Row extends { readonly id: string; readonly cursor_at: string }>(
    table: 'teams' | 'projects' | 'environments',
    columns: string,
    page: PageRequest,
    projectId?: string,
  ): Promise<Page<Row>> {
    const where = projectId === undefined ? [] : ['project_id = $1'];
    const parameters = projectId === undefined ? [] : [projectId];
    return listRows<Row>(
      this.database.lists,
      { source: `SELECT ${columns} FROM ${table}`, table, where, parameters },
      page,
    );
  }

  private async find<Row>(table: string, columns: string, id: string): Promise<Row | null> {
    const rows = await this.database.query<Row>(`SELECT ${columns} FROM ${table} WHERE id = $1`, [id]);
    return rows[0] ?? null;
  }
}

function raise(error: Error): never {
  throw error;
}
