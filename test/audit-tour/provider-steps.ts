import { generateAgentKeyPair } from '#libs/agent-protocol';
import { TestClient } from '../support/client.js';
import { created } from '../support/world.js';
import { silent, type Steps, writes } from './step.js';
import type { Store, TourWorld } from './tour-world.js';

const LIFE_SIGN = 'a sign of life; D58, D82';

const connectionBody = ({ unique }: TourWorld): object => ({
  ...{ name: unique('connection'), type: 'vault', cluster_name: 'main' },
  scope: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
});
const newConnection = async (world: TourWorld): Promise<string> =>
  created(await world.admin.post('/provider-connections', connectionBody(world))).id;
const binder = ({ somebody, team }: TourWorld): Promise<TestClient> =>
  somebody('provider_connection_binder', { scope: { team_id: team.id }, fresh: true });
const publicKey = async (): Promise<string> => generateAgentKeyPair().publicKeyBase64;

/** A self-service connection, as an administrator made it, bound by the team's binder. */
async function scopedBinding(world: TourWorld): Promise<{ by: TestClient; ids: string[] }> {
  const by = await binder(world);
  const path = `/projects/${world.project.id}/provider-connection-bindings`;
  const { id } = created(await by.post(path, await bindingBody(world)));
  return { by, ids: [world.project.id, id] };
}

async function bindingBody(world: TourWorld): Promise<object> {
  const connection = await newConnection(world);
  await world.must(world.admin.put(`/provider-connections/${connection}`, { self_service_bindable: true }));
  return { provider_connection_id: connection, environment_id: world.dev.id };
}

/** Returns a discovery run that the store's agent has claimed. */
async function discovering(world: TourWorld): Promise<Store & { job: any }> {
  const store = await world.store();
  await world.must(world.admin.post(`/provider-connections/${store.connection.id}/discover-now`));
  return { ...store, job: await world.claim(store) };
}

const endpoint = async ({ admin, unique }: TourWorld): Promise<string> =>
  created(await admin.post('/argocd-endpoints', endpointBody(unique('argo')))).id;
const endpointBody = (name: string): object => ({
  name,
  cluster_name: 'main',
  base_url: 'https://argo.test',
});
const mapping = async (world: TourWorld): Promise<object> => ({
  ...{ argocd_endpoint_id: await endpoint(world), app_name: 'shop' },
  ...{ project_id: world.project.id, environment_id: world.dev.id },
});

/** Connections, bindings, agents, discovery and GitOps. */
export const PROVIDER_STEPS: Steps = {
  'POST /api/v1/provider-connections': writes('provider_connection.create', async (world) => ({
    ...{ by: world.admin, body: connectionBody(world) },
  })),
  'PUT /api/v1/provider-connections/{id}': writes('provider_connection.update', async (world) => ({
    ...{ by: world.admin, ids: [await newConnection(world)], body: { description: 'ours' } },
  })),
  'DELETE /api/v1/provider-connections/{id}': writes('provider_connection.delete', async (world) => ({
    ...{ by: world.admin, ids: [await newConnection(world)] },
  })),
  'POST /api/v1/provider-connections/{id}/bindings': writes('binding.create', async (world) => ({
    ...{ by: world.admin, ids: [await newConnection(world)], body: { project_id: world.project.id } },
  })),
  'DELETE /api/v1/provider-connection-bindings/{bid}': writes('binding.delete', async (world) => {
    const path = `/provider-connections/${await newConnection(world)}/bindings`;
    const { id } = created(await world.admin.post(path, { project_id: world.project.id }));
    return { by: world.admin, ids: [id] };
  }),
  'POST /api/v1/projects/{projectID}/provider-connection-bindings': writes(
    'binding.create',
    async (world) => ({
      ...{ by: await binder(world), ids: [world.project.id], body: await bindingBody(world) },
    }),
  ),
  'DELETE /api/v1/projects/{projectID}/provider-connection-bindings/{bindingID}': writes(
    'binding.delete',
    scopedBinding,
  ),
  'POST /api/v1/provider-connections/{id}/discover-now': writes(
    ['discover.start', 'job.enqueue'],
    async (world) => ({ by: world.admin, ids: [await newConnection(world)] }),
  ),
  'POST /api/v1/provider-connections/{id}/enrollment-tokens': writes('agent.token.create', async (world) => ({
    ...{ by: world.admin, ids: [await newConnection(world)] },
  })),
  'DELETE /api/v1/provider-connections/{id}/enrollment-tokens/{tokenID}': writes(
    'agent.token.revoke',
    async (world) => {
      const id = await newConnection(world);
      const token = created(await world.admin.post(`/provider-connections/${id}/enrollment-tokens`));
      return { by: world.admin, ids: [id, token.id] };
    },
  ),
  'POST /api/v1/agents/enroll': writes('agent.enroll', async (world) => {
    const path = `/provider-connections/${await newConnection(world)}/enrollment-tokens`;
    const { enrollment_token } = created(await world.admin.post(path));
    const body = { enrollment_token, name: 'one', cluster_name: 'main', public_key: await publicKey() };
    return { by: new TestClient(world.stack.apis[0]!.url), body };
  }),
  'POST /api/v1/agents': writes('agent.mint', async ({ admin, unique }) => ({
    ...{ by: admin, body: { name: unique('agent'), scope: { cluster: 'main' } } },
  })),
  'POST /api/v1/agents/{id}/revoke': writes('agent.revoke', async ({ admin, store }) => ({
    ...{ by: admin, ids: [(await store()).agentId] },
  })),
  'PUT /api/v1/agents/{id}/public-key': writes('agent.public_key', async ({ store }) => {
    const { agent, agentId } = await store();
    return { by: agent, ids: [agentId], body: { public_key: await publicKey() } };
  }),
  'POST /api/v1/agents/{id}/rotate-secret': writes('agent.rotate_secret', async ({ store }) => {
    const { agent, agentId } = await store();
    return { by: agent, ids: [agentId] };
  }),
  'POST /api/v1/agents/{id}/heartbeat': silent(LIFE_SIGN, async ({ store }) => {
    const { agent, agentId } = await store();
    return { by: agent, ids: [agentId], body: {} };
  }),
  'POST /api/v1/agents/{id}/secrets/bulk': silent(
    'names of what is found; the run itself is audited when it starts and ends',
    async (world) => {
      const { agent, agentId, job } = await discovering(world);
      const secrets = [{ ref: 'apps/web', keys: ['password'], labels: {} }];
      return { by: agent, ids: [agentId], body: { job_id: job.id, secrets } };
    },
  ),
  'POST /api/v1/projects/{project_id}/secrets': writes('secret.bind', async (world) => {
    const { agent, agentId, job } = await discovering(world);
    const secrets = [{ ref: world.unique('apps/web'), keys: ['password'], labels: {} }];
    await world.must(agent.post(`/agents/${agentId}/secrets/bulk`, { job_id: job.id, secrets }));
    const found = (await world.admin.get('/secrets')).body as { id: string; ref: string }[];
    const ids = found.filter(({ ref }) => ref === secrets[0]!.ref).map(({ id }) => id);
    return {
      by: world.admin,
      ids: [world.project.id],
      body: { environment_id: world.dev.id, secret_ids: ids },
    };
  }),
  'POST /api/v1/jobs': writes('job.enqueue', async (world) => ({
    by: world.admin,
    body: { kind: 'connectivity_check', provider_connection_id: await newConnection(world) },
  })),
  'POST /api/v1/argocd-endpoints': writes('gitops.endpoint.create', async ({ admin, unique }) => ({
    ...{ by: admin, body: endpointBody(unique('argo')) },
  })),
  'PUT /api/v1/argocd-endpoints/{id}/enabled': writes('gitops.endpoint.update', async (world) => ({
    ...{ by: world.admin, ids: [await endpoint(world)], body: { enabled: false } },
  })),
  'DELETE /api/v1/argocd-endpoints/{id}': writes('gitops.endpoint.delete', async (world) => ({
    ...{ by: world.admin, ids: [await endpoint(world)] },
  })),
  'POST /api/v1/gitops-app-mappings': writes('gitops.mapping.create', async (world) => ({
    ...{ by: world.admin, body: await mapping(world) },
  })),
  'DELETE /api/v1/gitops-app-mappings/{id}': writes('gitops.mapping.delete', async (world) => {
    const { id } = created(await world.admin.post('/gitops-app-mappings', await mapping(world)));
    return { by: world.admin, ids: [id] };
  }),
  'POST /api/v1/agents/{id}/gitops/observations': writes('gitops.application.observed', async (world) => {
    const { agent, agentId } = await world.store();
    const application = {
      ...{ name: 'shop', namespace: 'argocd', project: 'default', repo_url: 'https://git.test/shop.git' },
      ...{ path: 'deploy', target_revision: 'main', sync_status: 'Synced', health_status: 'Healthy' },
      ...{ revision: 'abc123', observed_at: new Date().toISOString() },
    };
    const body = { endpoint_id: await endpoint(world), applications: [application] };
    return { by: agent, ids: [agentId], body };
  }),
};
