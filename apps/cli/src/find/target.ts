import { type components, dataOf } from '#client';
import type { Cli } from '../cli.js';
import { byName } from './by-name.js';
import { connectionOf } from './place.js';

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
  const everything = { params: { query: { limit: 1000 } } };
  const [teams, projects] = await Promise.all([
    dataOf(cli.api.GET('/api/v1/teams', everything)),
    dataOf(cli.api.GET('/api/v1/projects', everything)),
  ]);
  const team = byName(teams, options.fromTeam, 'team');
  const theirs = projects.filter(({ team_id }) => team_id === team.id);
  const project = byName(theirs, options.fromProject, `project of ${team.name}`);
  const environments = await dataOf(
    cli.api.GET('/api/v1/environments', { params: { query: { project_id: project.id, limit: 1000 } } }),
  );
  const environment = byName(environments, options.fromEnv, `environment of ${project.name}`);
  const own = byName(projects, options.project, 'project');
  const query = { project_id: own.id, limit: 1000 };
  const bound = await dataOf(cli.api.GET('/api/v1/provider-connections', { params: { query } }));
  return {
    target_team_id: team.id,
    target_project_id: project.id,
    target_environment_id: environment.id,
    source_project_id: own.id,
    destination_provider_connection_id: connectionOf(bound, options.connection),
  };
}
