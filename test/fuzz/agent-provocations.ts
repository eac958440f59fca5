import { randomUUID } from 'node:crypto';
import { isOfAgent, OPERATIONS } from '../matrix/document.js';
import { TestClient } from '../support/client.js';
import { created } from '../support/world.js';
import { prepared, type Provocations, shoot, sql, tooOften } from './provocation.js';
import type { FuzzWorld } from './world.js';

/** Returns a read that an agent has claimed and reported as failed. */
async function ended(world: FuzzWorld) {
  const store = await world.store();
  await world.approvedRead(store);
  const job = await world.claim(store);
  await world.must(
    store.agent.post(`/agents/${store.agentId}/jobs/${job.id}/complete`, { status: 'failed' }),
  );
  return { by: store.agent, agentId: store.agentId, job };
}

/** Returns an enrollment that would succeed. */
async function enrollment(world: FuzzWorld): Promise<Record<string, unknown>> {
  return (await prepared(world, 'POST /agents/enroll')).body as Record<string, unknown>;
}

/** Every route of agents, called with a guessed secret until the address has used up its failures. */
const GUESSES: Provocations = Object.fromEntries(
  OPERATIONS.filter(isOfAgent).map(({ verb, path }) => {
    const name = `${verb} ${path.replace('/api/v1', '')}`;
    const provoke = async (world: FuzzWorld): Promise<void> => {
      const by = new TestClient(world.stack.apis[0]!.url);
      const ids = path.match(/\{\w+\}/g)!.map(() => randomUUID());
      const body = verb === 'GET' ? undefined : {};
      await tooOften(name, { by, ids, body, headers: { 'x-agent-secret': 'A'.repeat(43) } });
    };
    return [`${name} 429`, provoke];
  }),
);

/** What agents are refused. */
export const AGENT_PROVOCATIONS: Provocations = {
  ...GUESSES,
  // The guard answers 401 to an unknown id; only a path that can't be decoded is a bad request.
  'GET /agents/{id}/self 400': async (world) => {
    const by = new TestClient(world.stack.apis[0]!.url);
    const headers = { 'x-agent-secret': world.store0.secret };
    await shoot('GET /agents/{id}/self', { by, ids: ['%zz'], headers });
  },
  'POST /agents/{id}/dek 409': async (world) => {
    const { by, agentId, job } = await ended(world);
    await shoot('POST /agents/{id}/dek', { by, ids: [agentId], body: { job_id: job.id } });
  },
  'POST /agents/{id}/jobs/{job_id}/complete 409': async (world) => {
    const { by, agentId, job } = await ended(world);
    const ids = [agentId, job.id];
    await shoot('POST /agents/{id}/jobs/{job_id}/complete', { by, ids, body: { status: 'succeeded' } });
  },
  'POST /agents/{id}/secrets/bulk 409': async (world) => {
    const { by, ids = [], body } = await prepared(world, 'POST /agents/{id}/secrets/bulk');
    const { job_id } = body as { job_id: string };
    await world.must(by.post(`/agents/${ids[0]}/jobs/${job_id}/complete`, { status: 'failed' }));
    await shoot('POST /agents/{id}/secrets/bulk', { by, ids, body });
  },
  'POST /agents/{id}/gitops/observations 409': async (world) => {
    const { by, ids, body } = await prepared(world, 'POST /agents/{id}/gitops/observations');
    const { endpoint_id } = body as { endpoint_id: string };
    await world.must(world.admin.put(`/argocd-endpoints/${endpoint_id}/enabled`, { enabled: false }));
    await shoot('POST /agents/{id}/gitops/observations', { by, ids, body });
  },
  'POST /provider-connections/{id}/enrollment-tokens 409': async (world) => {
    const { by, ids } = await prepared(world, 'POST /provider-connections/{id}/enrollment-tokens');
    const body = { cluster_name: world.unique('elsewhere') };
    await shoot('POST /provider-connections/{id}/enrollment-tokens', { by, ids, body });
  },
  'POST /agents/{id}/heartbeat 204': async (world) => {
    const body = { name: world.unique('agent'), scope: { cluster: 'main' } };
    const minted = created(await world.admin.post('/agents', body));
    const headers = { 'x-agent-secret': minted.agent_secret as string };
    const by = new TestClient(world.stack.apis[0]!.url);
    await shoot('POST /agents/{id}/heartbeat', { by, ids: [minted.agent_id], body: {}, headers });
  },
  'POST /agents/{id}/heartbeat 429': async (world) => {
    const { by, ids } = await prepared(world, 'POST /agents/{id}/heartbeat');
    await tooOften('POST /agents/{id}/heartbeat', { by, ids, body: {} }, 8);
  },
  'POST /agents/{id}/rotate-secret 429': async (world) => {
    const { by, ids } = await prepared(world, 'POST /agents/{id}/rotate-secret');
    await tooOften('POST /agents/{id}/rotate-secret', { by, ids }, 8);
  },
  'POST /agents/{id}/wraps 409': async (world) => {
    const { by, agentId, job } = await ended(world);
    const value = { job_id: job.id, dek_id: job.id, key_name: 'password', nonce: 'AAAA', ciphertext: 'AAAA' };
    await shoot('POST /agents/{id}/wraps', { by, ids: [agentId], body: value });
  },
  'POST /agents/{id}/wraps 410': async (world) => {
    const shot = await prepared(world, 'POST /agents/{id}/wraps');
    await shoot('POST /agents/{id}/wraps', {
      ...shot,
      body: { ...(shot.body as object), dek_id: shot.ids![0] },
    });
  },
  'GET /agents/{id}/wraps/{wrap_id} 409': async (world) => {
    const { by, ids } = await prepared(world, 'GET /agents/{id}/wraps/{wrap_id}');
    await sql(world, 'UPDATE agents SET public_key = NULL WHERE id = $1', [ids![0]]);
    await shoot('GET /agents/{id}/wraps/{wrap_id}', { by, ids });
  },
  'GET /agents/{id}/wraps/{wrap_id} 410': async (world) => {
    const shot = await prepared(world, 'GET /agents/{id}/wraps/{wrap_id}');
    for (const _ of [1, 2]) await shoot('GET /agents/{id}/wraps/{wrap_id}', shot);
  },
  'POST /agents/enroll 401': async (world) => {
    const body = { ...(await enrollment(world)), enrollment_token: 'A'.repeat(43) };
    await shoot('POST /agents/enroll', { by: new TestClient(world.stack.apis[0]!.url), body });
  },
  'POST /agents/enroll 429': async (world) => {
    const body = { ...(await enrollment(world)), enrollment_token: 'A'.repeat(43) };
    await tooOften('POST /agents/enroll', { by: new TestClient(world.stack.apis[0]!.url), body }, 36);
  },
  'POST /agents/enroll 409': async (world) => {
    const body = await enrollment(world);
    for (const _ of [1, 2]) await shoot('POST /agents/enroll', { by: world.admin, body });
  },
  'POST /agents/enroll 410': async (world) => {
    const body = await enrollment(world);
    await sql(
      world,
      `UPDATE enrollment_tokens SET expires_at = clock_timestamp() - interval '1 s' WHERE consumed_at IS NULL`,
    );
    await shoot('POST /agents/enroll', { by: world.admin, body });
  },
  'DELETE /provider-connections/{id}/enrollment-tokens/{tokenID} 409': async (world) => {
    const { connection } = await world.store();
    const path = `/provider-connections/${connection.id}/enrollment-tokens`;
    const [token] = await world.must(world.admin.get(path));
    const ids = [connection.id, token.id];
    await shoot('DELETE /provider-connections/{id}/enrollment-tokens/{tokenID}', { by: world.admin, ids });
  },
  'PUT /provider-connections/{id} 409': async (world) => {
    const [one, other] = await Promise.all([world.store(), world.store()]);
    const { name } = await world.must(world.admin.get(`/provider-connections/${other.connection.id}`));
    const shot = { by: world.admin, ids: [one.connection.id], body: { name } };
    await shoot('PUT /provider-connections/{id}', shot);
  },
  'DELETE /provider-connections/{id} 409': async (world) => {
    await shoot('DELETE /provider-connections/{id}', { by: world.admin, ids: [world.connection.id] });
  },
  'POST /provider-connections/{id}/discover-now 409': async (world) => {
    const shot = await prepared(world, 'POST /provider-connections/{id}/discover-now');
    for (const _ of [1, 2]) await shoot('POST /provider-connections/{id}/discover-now', shot);
  },
  'POST /jobs 409': async (world) => {
    const { id } = (await world.store()).connection;
    await world.must(world.admin.put(`/provider-connections/${id}`, { status: 'disabled' }));
    const body = { kind: 'connectivity_check', provider_connection_id: id };
    await shoot('POST /jobs', { by: world.admin, body });
  },
  'GET /argocd-endpoints/{id}/discovered-apps 200': async (world) => {
    const { id } = created(
      await world.admin.post('/argocd-endpoints', {
        ...{ name: world.unique('argo'), cluster_name: 'main', base_url: 'https://argo.test' },
      }),
    );
    await shoot('GET /argocd-endpoints/{id}/discovered-apps', { by: world.admin, ids: [id] });
  },
};
