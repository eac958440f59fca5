import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Client, createClient, dataOf } from '../../../packages/client/src/index.js';
import { insertPeople, type StoredPerson } from '../../../libs/requests/src/testing/executed-reads.js';

/** Where and by whom the stories are played. */
export interface Place {
  readonly apis: readonly string[];
  readonly projectId: string;
  readonly environmentId: string;
  readonly connectionId: string;
  readonly target: { readonly team: string; readonly project: string; readonly environment: string };
  readonly admin: StoredPerson;
  readonly developers: readonly StoredPerson[];
  readonly approvers: readonly StoredPerson[];
  readonly guards: readonly StoredPerson[];
  readonly fillers: readonly StoredPerson[];
  /** Ids of sessions that no sign-in made. */
  readonly plantedSessions: readonly string[];
}

/** Prefixes of references, each with the workflow that a request for it meets. */
const WORKFLOWS = {
  auto: { min_approvers: 0 },
  one: { min_approvers: 1 },
  two: { min_approvers: 2 },
  brief: { min_approvers: 1, request_ttl_seconds: 3, wrap_ttl_created_seconds: 3, fill_ttl_seconds: 3 },
  'x-none': { min_approvers: 0 },
  'x-one': { min_approvers: 1 },
  'x-both': { min_approvers: 1, requires_security_approval: true },
} as const;
export type WorkflowName = keyof typeof WORKFLOWS;

/** Builds the place through the interface; only its people and their stepped-up sessions are planted. */
export async function buildPlace(databaseUrl: string, apis: readonly string[]): Promise<Place> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const [admin] = (await insertPeople(pool, 1, 'admin')) as [StoredPerson];
    const api = createClient({ baseUrl: apis[0]!, headers: { cookie: `svc_session=${admin.cookie}` } });
    const integrator = { name: 'integrator', permissions: ['integration.edit'] };
    const { id: role_id } = await dataOf(api.POST('/api/v1/roles', { body: integrator }));
    await dataOf(api.POST('/api/v1/user-roles', { body: { user_id: admin.userId, role_id } }));
    const filler = { name: 'filler', permissions: ['secret.value.provide'] };
    await dataOf(api.POST('/api/v1/roles', { body: filler }));
    const people = {
      developers: await insertPeople(pool, 60, 'developer'),
      approvers: await insertPeople(pool, 8, 'approver'),
      guards: await insertPeople(pool, 4, 'security_approver'),
      fillers: await insertPeople(pool, 6, 'filler'),
    };
    await buildRules(api);
    const plantedSessions = [admin, ...Object.values(people).flat()].map((person) => person.sessionId);
    return { apis, admin, ...people, plantedSessions, ...(await buildTenancy(api)) };
  } finally {
    await pool.end();
  }
}

async function buildTenancy(api: Client) {
  const teamOf = (name: string) => dataOf(api.POST('/api/v1/teams', { body: { name } }));
  const projectOf = (name: string, team_id: string) =>
    dataOf(api.POST('/api/v1/projects', { body: { name, team_id } }));
  const environmentOf = (project_id: string) =>
    dataOf(
      api.POST('/api/v1/environments', { body: { project_id, name: 'dev', type: 'dev', risk_level: 1 } }),
    );
  const [source, team] = [await teamOf('source'), await teamOf('target')];
  const [project, targetProject] = [
    await projectOf('payments', source.id),
    await projectOf('data-core', team.id),
  ];
  const [environment, targetEnvironment] = [
    await environmentOf(project.id),
    await environmentOf(targetProject.id),
  ];
  const connection = await dataOf(
    api.POST('/api/v1/provider-connections', {
      body: {
        ...{ name: 'main', type: 'vault', cluster_name: 'main' },
        scope: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
      },
    }),
  );
  await dataOf(
    api.POST('/api/v1/provider-connections/{id}/bindings', {
      params: { path: { id: connection.id } },
      body: { project_id: project.id },
    }),
  );
  return {
    ...{ projectId: project.id, environmentId: environment.id, connectionId: connection.id },
    target: { team: team.id, project: targetProject.id, environment: targetEnvironment.id },
  };
}

async function buildRules(api: Client): Promise<void> {
  for (const [name, fields] of Object.entries(WORKFLOWS)) {
    const workflow = await dataOf(api.POST('/api/v1/workflows', { body: { name, ...fields } }));
    const body = {
      ...{ name, selector: { secret_ref_prefix: `${name}/` }, workflow_id: workflow.id, priority: 100 },
      ...{ direct_reveal_allowed: name === 'auto', reveal_ttl_seconds: 10 },
    };
    await dataOf(api.POST('/api/v1/policies', { body }));
    await sleep(0);
  }
}
