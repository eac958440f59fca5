import {
  type CreateEnvironmentBody,
  dataOf,
  type EnvironmentResponse,
  type ProjectResponse,
  type TeamResponse,
} from '../../packages/client/src/index.js';
import { ensure, WHOLE_LIST } from './ensure.js';
import type { Person } from './person.js';

/** The teams, project and environments of the demonstration. */
export interface Places {
  readonly team: TeamResponse;
  readonly project: ProjectResponse;
  readonly dev: EnvironmentResponse;
  readonly prod: EnvironmentResponse;
}

/** Creates two teams, a project of one of them, and its two environments, unless they exist. */
export async function ensurePlaces(admin: Person): Promise<Places> {
  const team = await ensureTeam(admin, 'payments');
  await ensureTeam(admin, 'platform');
  const project = await ensureProject(admin, team.id);
  const dev = await ensureEnvironment(admin, {
    project_id: project.id,
    name: 'dev',
    type: 'dev',
    risk_level: 1,
  });
  const prod = await ensureEnvironment(admin, {
    ...{ project_id: project.id, name: 'prod', type: 'prod', risk_level: 4 },
  });
  return { team, project, dev, prod };
}

function ensureTeam({ api }: Person, name: string): Promise<TeamResponse> {
  return ensure(dataOf(api.GET('/api/v1/teams', WHOLE_LIST)), named(name), () =>
    dataOf(api.POST('/api/v1/teams', { body: { name } })),
  );
}

function ensureProject({ api }: Person, teamId: string): Promise<ProjectResponse> {
  const body = { name: 'checkout', team_id: teamId, description: 'The shop takes money here' };
  return ensure(dataOf(api.GET('/api/v1/projects', WHOLE_LIST)), named(body.name), () =>
    dataOf(api.POST('/api/v1/projects', { body })),
  );
}

function ensureEnvironment({ api }: Person, body: CreateEnvironmentBody): Promise<EnvironmentResponse> {
  const query = { project_id: body.project_id, limit: 1000 };
  return ensure(dataOf(api.GET('/api/v1/environments', { params: { query } })), named(body.name), () =>
    dataOf(api.POST('/api/v1/environments', { body })),
  );
}

function named(name: string): (row: { readonly name: string }) => boolean {
  return (row) => row.name === name;
}
