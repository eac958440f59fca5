import { eventually } from '../support/eventually.js';
import { isOfAgent, OPERATIONS, type Route } from '../matrix/document.js';
import { call } from './general-refusals.js';
import { prepared } from './provocation.js';
import { created } from '../support/world.js';
import type { FuzzWorld } from './world.js';

/** Everything that can be read, of rows that are there. */
export async function readEverything(world: FuzzWorld): Promise<void> {
  const ids = await rowsThatAreThere(world);
  for (const route of OPERATIONS.filter((each) => each.verb === 'GET' && !isOfAgent(each)))
    await call(world.everyone, route, { id: idOf(route, ids), query: QUERIES[route.path] });
  const proof = OPERATIONS.find(({ name }) => name === 'GET /api/v1/audit-events/{id}/proof')!;
  // The latest event is sealed within a moment.
  await eventually(
    async () => (await call(world.everyone, proof, { id: idOf(proof, ids) })) === 200,
    'a proof',
  );
  const list = OPERATIONS.find(({ name }) => name === 'GET /api/v1/audit-events')!;
  await call(world.everyone, list, { headers: { accept: 'application/x-ndjson' } });
  const consistency = OPERATIONS.find(({ path }) => path === '/api/v1/audit-checkpoints/consistency')!;
  for (const query of ['?from=1&to=2', '?from=1&to=1000000000'])
    await call(world.everyone, consistency, { query });
}

const QUERIES: Readonly<Record<string, string>> = {
  '/api/v1/users': '?limit=1',
};

/** The collection before a parameter tells what it names; a rule belongs to its anchor. */
function idOf({ path }: Route, ids: Readonly<Record<string, string>>): (name: string) => string {
  return (name) => {
    const [, collection = ''] = new RegExp(`/([\\w-]+)/\\{${name}\\}`).exec(path) ?? [];
    const anchored = collection === 'policy-rules' ? `${path.split('/')[3]} rules` : collection;
    return ids[anchored] ?? 'missing';
  };
}

async function rowsThatAreThere(world: FuzzWorld): Promise<Record<string, string>> {
  const { admin, must, team, project, dev, connection, everyone } = world;
  const first = async (path: string): Promise<string> => (await must(admin.get(path)))[0].id;
  const rule = async (anchor: string) =>
    (await prepared(world, `PUT ${anchor}/policy-rules/{ruleID}`)).ids![1]!;
  const job = { kind: 'connectivity_check', provider_connection_id: connection.id };
  const { ids: secrets } = await bound(world);
  return {
    ...{ teams: team.id, projects: project.id, environments: dev.id, 'provider-connections': connection.id },
    ...{ users: everyone.userId, secrets, 'audit-events': await first('/audit-events?limit=1') },
    ...{
      roles: await first('/roles'),
      workflows: await first('/workflows'),
      policies: await first('/policies'),
    },
    jobs: (await must(admin.post('/jobs', job))).job_id,
    requests: created(
      await everyone.post('/requests/read', (await prepared(world, 'POST /requests/read')).body),
    ).id,
    'workload-identities': await first('/workload-identities'),
    'projects rules': await rule('/projects/{projectID}'),
    'teams rules': await rule('/teams/{teamID}'),
  };
}

/** Returns a secret that an agent has found. */
async function bound(world: FuzzWorld): Promise<{ ids: string }> {
  const { body } = await prepared(world, 'POST /projects/{project_id}/secrets');
  return { ids: (body as { secret_ids: string[] }).secret_ids[0]! };
}
