import { type components, everyRow } from '#client';
import type { Cli } from '../cli.js';
import { allRows, MAX_PAGE_SIZE } from './all-rows.js';
import { byName } from './by-name.js';
import { connectionOf, connectionsBoundTo } from './place.js';

/** The target team of a cross-team request and the place of the values, by name or id. */
export interface TargetOptions {
  readonly fromTeam: string;
  readonly fromProject: string;
  readonly fromEnv: string;
  readonly project: string;
  readonly connection?: string;
}

type Target = Omit<
  components['schemas']['SubmitCrossTeamBody'],
  'destination_secret_ref' | 'destination_keys' | 'justification'
>;

/**
 * Returns the ids of the team, its project and environment, and of the source project's connection.
 * @throws CliError; ApiError
 */
export async function targetOf(cli: Cli, options: TargetOptions): Promise<Target> {
  const { api } = cli;
  const page = (cursor: string | undefined) => ({ params: { query: { limit: MAX_PAGE_SIZE, cursor } } });
  const [teams, projects] = await Promise.all([
    allRows(everyRow((cursor) => api.GET('/api/v1/teams', page(cursor)))),
    allRows(everyRow((cursor) => api.GET('/api/v1/projects', page(cursor)))),
  ]);
  const team = byName(teams, options.fromTeam, 'team');
  const theirs = projects.filter(({ team_id }) => team_id === team.id);
  const project = byName(theirs, options.fromProject, `project of ${team.name}`);
  const environments = everyRow((cursor) => {
    const query = { project_id: project.id, limit: MAX_PAGE_SIZE, cursor };
    return api.GET('/api/v1/environments', { params: { query } });
  });
  const environment = byName(await allRows(environments), options.fromEnv, `environment of ${project.name}`);
  const own = byName(projects, options.project, 'project');
  const bound = await connectionsBoundTo(cli, { project_id: own.id });
  return {
    target_team_id: team.id,
    target_project_id: project.id,
    target_environment_id: environment.id,
    source_project_id: own.id,
    destination_provider_connection_id: connectionOf(bound, options.connection),
  };
}
