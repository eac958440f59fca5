import { randomUUID } from 'node:crypto';
import { created } from '../support/world.js';
import { call } from './general-refusals.js';
import { prepared, type Provocations, routeOf, shoot, sql, tooOften, unchanged } from './provocation.js';
import type { FuzzWorld } from './world.js';

const newTeam = async ({ admin, unique }: FuzzWorld, parent?: string): Promise<string> =>
  created(await admin.post('/teams', { name: unique('team'), parent_id: parent })).id;
const archive = ({ admin, must }: FuzzWorld, team: string): Promise<unknown> =>
  must(admin.put(`/teams/${team}/status`, { status: 'archived' }));

/** A rule of a team that was archived after it was made. */
async function archivedRule(world: FuzzWorld) {
  const { admin, somebody, must } = world;
  const team = await newTeam(world);
  const by = await somebody('policy_author', { scope: { team_id: team } });
  const { body } = await prepared(world, 'POST /teams/{teamID}/policy-rules');
  const { rule } = created(await by.post(`/teams/${team}/policy-rules`, body));
  await archive(world, team);
  await must(admin.get(`/teams/${team}`));
  return { by, ids: [team, rule.id as string] };
}

/** Returns the body that a tour would send, for an anchor that is not there; sent by whoever may author anywhere. */
const nowhere =
  (name: string) =>
  async (world: FuzzWorld): Promise<void> => {
    const shot = await prepared(world, name);
    const by = world.everyone;
    await shoot(name, { ...shot, by, ids: shot.ids?.map(() => randomUUID()) });
    await shoot(name, { ...shot, by, ids: shot.ids?.map((id, at) => (at === 0 ? id : randomUUID())) });
  };

const RULES = ['POST', 'PUT', 'DELETE'].flatMap((verb) =>
  ['/projects/{projectID}', '/teams/{teamID}'].map(
    (anchor) => `${verb} ${anchor}/policy-rules${verb === 'POST' ? '' : '/{ruleID}'}`,
  ),
);

/** Begins two exports that nobody reads, of a log that no socket holds, at the process that `everyone` calls. */
async function exportTooOften(world: FuzzWorld): Promise<void> {
  const { everyone, direct } = world;
  const fill = `INSERT INTO audit_events (id, actor, action, status, metadata)
    SELECT gen_random_uuid(), 'system:fuzz', 'x', 'success', jsonb_build_object('x', repeat('x', 1000))
    FROM generate_series(1, 24576)`;
  await sql(world, fill);
  const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${everyone.token}` };
  const unread = await Promise.all([1, 2].map(() => fetch(`${direct[0]}/api/v1/audit-events`, { headers })));
  await shoot('GET /audit-events', { by: everyone, headers });
  await Promise.all(unread.map(({ body }) => body!.cancel()));
}

/** What is refused over teams, projects, rules and workflows. */
export const PLACE_PROVOCATIONS: Provocations = {
  ...Object.fromEntries(RULES.map((name) => [`${name} 404`, nowhere(name)])),
  'GET /audit-events 429': exportTooOften,
  'GET /jobs/{id} 304': async (world) => {
    const body = { kind: 'connectivity_check', provider_connection_id: world.connection.id };
    const { job_id } = await world.must(world.admin.post('/jobs', body));
    await unchanged(world, 'GET /jobs/{id}', job_id);
  },
  'PUT /teams/{id} 409': async (world) => {
    const [one, parent] = [await newTeam(world), await newTeam(world)];
    await archive(world, parent);
    await shoot('PUT /teams/{id}', { by: world.admin, ids: [one], body: { parent_id: parent } });
  },
  'POST /teams 409': async (world) => {
    const parent = await newTeam(world);
    await archive(world, parent);
    const body = { name: world.unique('team'), parent_id: parent };
    await shoot('POST /teams', { by: world.admin, body });
  },
  'POST /teams 404': async (world) => {
    const body = { name: world.unique('team'), parent_id: randomUUID() };
    await shoot('POST /teams', { by: world.admin, body });
  },
  'PUT /projects/{id} 409': async (world) => {
    const { ids } = await prepared(world, 'PUT /projects/{id}');
    const team = await newTeam(world);
    await archive(world, team);
    await shoot('PUT /projects/{id}', { by: world.admin, ids, body: { team_id: team } });
  },
  'POST /projects 429': async (world) => {
    await tooOften('POST /projects', { by: await world.somebody(null), body: {} }, 64);
  },
  'POST /projects 404': async (world) => {
    const body = { name: world.unique('project'), team_id: randomUUID() };
    await shoot('POST /projects', { by: world.admin, body });
  },
  'POST /teams/{teamID}/policy-rules 409': async (world) => {
    const name = 'POST /teams/{teamID}/policy-rules';
    const [shot, { by, ids }] = [await prepared(world, name), await archivedRule(world)];
    await shoot(name, { ...shot, by, ids: ids.slice(0, 1) });
  },
  'PUT /teams/{teamID}/policy-rules/{ruleID} 409': async (world) => {
    const shot = { ...(await archivedRule(world)), body: { priority: 7 } };
    await shoot('PUT /teams/{teamID}/policy-rules/{ruleID}', shot);
  },
  'DELETE /teams/{teamID}/policy-rules/{ruleID} 409': async (world) => {
    await shoot('DELETE /teams/{teamID}/policy-rules/{ruleID}', await archivedRule(world));
  },
  'PUT /workflows/{id} 409': async (world) => {
    const { ids } = await prepared(world, 'PUT /workflows/{id}');
    await shoot('PUT /workflows/{id}', { by: world.admin, ids, body: { name: 'default' } });
  },
  'DELETE /workflows/{id} 409': async (world) => {
    const workflows: { id: string; name: string }[] = await world.must(
      world.admin.get('/workflows?limit=1000'),
    );
    const ids = [workflows.find(({ name }) => name === 'default')!.id];
    await shoot('DELETE /workflows/{id}', { by: world.admin, ids });
  },
  'POST /policies/simulate 409': async (world) => {
    const { body: rule } = await prepared(world, 'POST /teams/{teamID}/policy-rules');
    const { ids } = await archivedRule(world);
    const draft = { ...(rule as object), team_id: ids[0] };
    await shoot('POST /policies/simulate', { by: world.everyone, body: { draft } });
  },
  'POST /policies/simulate 404': async (world) => {
    await shoot('POST /policies/simulate', { by: world.everyone, body: { project_id: randomUUID() } });
  },
  'GET /requests/inbox 403': (world) => inbox(world, world.nobody.token!, world.team.id),
  'GET /requests/inbox 404': (world) => inbox(world, world.everyone.token!, randomUUID()),
  'GET /provider-connections 404': async (world) => {
    const query = `?project_id=${randomUUID()}&environment_id=${randomUUID()}`;
    await call(world.everyone, routeOf('GET /provider-connections'), { query });
    await call(world.everyone, routeOf('GET /provider-connections'), { query: `${query}&for_binding=true` });
    await call(world.everyone, routeOf('GET /provider-connections'), { query: query.split('&')[0] });
  },
};

async function inbox({ everyone }: FuzzWorld, token: string, team: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await call(everyone, routeOf('GET /requests/inbox'), { headers, query: `?team_id=${team}` });
}
