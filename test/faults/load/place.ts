import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
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
    const post = poster(apis[0]!, admin);
    await post('/user-roles', {
      user_id: admin.userId,
      role_id: (await post('/roles', { name: 'integrator', permissions: ['integration.edit'] })).id,
    });
    await post('/roles', { name: 'filler', permissions: ['secret.value.provide'] });
    const people = {
      developers: await insertPeople(pool, 60, 'developer'),
      approvers: await insertPeople(pool, 8, 'approver'),
      guards: await insertPeople(pool, 4, 'security_approver'),
      fillers: await insertPeople(pool, 6, 'filler'),
    };
    await buildRules(post);
    const plantedSessions = [admin, ...Object.values(people).flat()].map((person) => person.sessionId);
    return { apis, admin, ...people, plantedSessions, ...(await buildTenancy(post)) };
  } finally {
    await pool.end();
  }
}

type Post = (path: string, body: object) => Promise<any>;

function poster(api: string, { cookie }: StoredPerson): Post {
  return async (path, body) => {
    const headers = { 'content-type': 'application/json', cookie: `svc_session=${cookie}` };
    const answer = await fetch(`${api}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

async function buildTenancy(post: Post) {
  const [source, team] = [await post('/teams', { name: 'source' }), await post('/teams', { name: 'target' })];
  const projectOf = (name: string, team_id: string) => post('/projects', { name, team_id });
  const environmentOf = (project_id: string) =>
    post('/environments', { project_id, name: 'dev', type: 'dev', risk_level: 1 });
  const [project, targetProject] = [
    await projectOf('payments', source.id),
    await projectOf('data-core', team.id),
  ];
  const [environment, targetEnvironment] = [
    await environmentOf(project.id),
    await environmentOf(targetProject.id),
  ];
  const connection = await post('/provider-connections', {
    ...{ name: 'main', type: 'vault', cluster_name: 'main' },
    scope: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
  });
  await post(`/provider-connections/${connection.id}/bindings`, { project_id: project.id });
  return {
    ...{ projectId: project.id as string, environmentId: environment.id as string },
    connectionId: connection.id as string,
    target: {
      team: team.id as string,
      project: targetProject.id as string,
      environment: targetEnvironment.id as string,
    },
  };
}

async function buildRules(post: Post): Promise<void> {
  for (const [name, fields] of Object.entries(WORKFLOWS)) {
    const workflow = await post('/workflows', { name, ...fields });
    await post('/policies', {
      ...{ name, selector: { secret_ref_prefix: `${name}/` }, workflow_id: workflow.id, priority: 100 },
      ...{ direct_reveal_allowed: name === 'auto', reveal_ttl_seconds: 10 },
    });
    await sleep(0);
  }
}
