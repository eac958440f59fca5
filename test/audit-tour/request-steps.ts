import { canary } from '../support/canary.js';
import { created } from '../support/world.js';
import { PROVIDER_STEPS } from './provider-steps.js';
import { silent, type Steps, writes } from './step.js';
import { crossTeamBody, type Store, type TourWorld } from './tour-world.js';

const BASE64 = Buffer.from(canary('value')).toString('base64');

const place = (world: TourWorld, connectionId = world.connection.id): object => ({
  ...{ project_id: world.project.id, environment_id: world.dev.id, provider_connection_id: connectionId },
  secret_ref: world.unique('apps/web'),
});
const readBody = (world: TourWorld): object => ({ ...place(world), keys: ['password'] });
const patchBody = (world: TourWorld, connectionId?: string): object => ({
  ...place(world, connectionId),
  key_values: { password: BASE64 },
});
const pendingRead = async (world: TourWorld): Promise<string> =>
  created(await world.developer.post('/requests/read', readBody(world))).id;
const filled = async (world: TourWorld): Promise<string> => {
  const { id } = await world.crossTeam();
  await world.must(world.filler.post(`/requests/${id}/fill`, { key_values: { password: BASE64 } }));
  return id;
};

/** Returns a read that the store's agent has claimed. */
async function claimedRead(world: TourWorld): Promise<Store & { job: any }> {
  const store = await world.store();
  await world.approvedRead(store);
  return { ...store, job: await world.claim(store) };
}

/** Returns a patch whose wrap the store's agent is about to take. */
async function claimedPatch(world: TourWorld): Promise<Store & { job: any }> {
  const store = await world.store();
  const { id } = created(await world.developer.post('/requests', patchBody(world, store.connection.id)));
  await world.must(world.approver.post(`/requests/${id}/approve`));
  return { ...store, job: await world.claim(store) };
}

/** Requests of the three kinds, their votes, their jobs and the values they move. */
export const REQUEST_STEPS: Steps = {
  'POST /api/v1/requests': writes(['request.submit', 'wrap.create'], async (world) => ({
    ...{ by: world.developer, body: patchBody(world) },
  })),
  'POST /api/v1/requests/read': writes('request.submit', async (world) => ({
    ...{ by: world.developer, body: readBody(world) },
  })),
  'POST /api/v1/projects/{id}/environments/{env_id}/direct-reveal': writes(
    ['request.submit', 'job.enqueue'],
    async (world) => {
      const { admin, developer, project, dev, unique, must } = world;
      const workflow = created(
        await admin.post('/workflows', { name: unique('workflow'), min_approvers: 0 }),
      );
      // Under the strict profile, only what is bound there can be revealed.
      const bound = await PROVIDER_STEPS['POST /api/v1/projects/{project_id}/secrets']!.prepare(world);
      await must(bound.by.post(`/projects/${project.id}/secrets`, bound.body));
      const [secretId] = (bound.body as { secret_ids: string[] }).secret_ids;
      const { ref, provider_connection_id } = await must(admin.get(`/secrets/${secretId}`));
      const selector = { operation: 'reveal', secret_ref_prefix: ref };
      const rule = { name: unique('rule'), selector, workflow_id: workflow.id, priority: 50 };
      created(await admin.post('/policies', { ...rule, direct_reveal_allowed: true }));
      const body = { provider_connection_id, secret_ref: ref, keys: ['password'] };
      return { by: developer, ids: [project.id, dev.id], body };
    },
  ),
  'POST /api/v1/requests/preview': silent('nothing is submitted', async (world) => ({
    ...{ by: world.developer, body: place(world) },
  })),
  'POST /api/v1/requests/cross-team': writes('cross_team.submit', async (world) => ({
    ...{ by: world.developer, body: crossTeamBody(world, world.unique) },
  })),
  'POST /api/v1/requests/{id}/approve': writes(['request.approve', 'job.enqueue'], async (world) => ({
    ...{ by: world.approver, ids: [await pendingRead(world)], body: {} },
  })),
  'POST /api/v1/requests/{id}/reject': writes('request.reject', async (world) => ({
    ...{ by: world.approver, ids: [await pendingRead(world)], body: { reason: 'not like this' } },
  })),
  'POST /api/v1/requests/{id}/cancel': writes('request.cancel', async (world) => ({
    ...{ by: world.developer, ids: [await pendingRead(world)], body: {} },
  })),
  'POST /api/v1/requests/{id}/comments': writes('request.comment', async (world) => ({
    ...{ by: world.approver, ids: [await pendingRead(world)], body: { text: 'which of the two?' } },
  })),
  'POST /api/v1/requests/{id}/fill': writes(
    ['cross_team.fill', 'wrap.create', 'wrap.create'],
    async (world) => ({
      ...{
        by: world.filler,
        ids: [(await world.crossTeam()).id],
        body: { key_values: { password: BASE64 } },
      },
    }),
  ),
  'POST /api/v1/requests/{id}/refuse': writes('cross_team.refuse', async (world) => ({
    ...{
      by: world.filler,
      ids: [(await world.crossTeam()).id],
      body: { reason: 'this is not ours to give' },
    },
  })),
  'POST /api/v1/requests/{id}/verify': writes(['cross_team.verify', 'job.enqueue'], async (world) => ({
    ...{ by: world.approver, ids: [await filled(world)], body: { decision: 'approve', voted_as: 'source' } },
  })),
  'GET /api/v1/requests/{id}/wraps/{wrap_id}': writes('wrap.retrieve', async (world) => {
    const { id, wrapId } = await world.executedRead();
    return { by: world.developer, ids: [id, wrapId] };
  }),
  'POST /api/v1/reveal-sessions': writes('reveal.session.opened', async (world) => ({
    ...{ by: world.developer, body: { access_request_id: (await world.executedRead()).id } },
  })),
  'POST /api/v1/audit-events/proofs': silent('a read, with more ids than an address takes', async (world) => {
    const [event] = await world.must(world.admin.get('/audit-events?limit=1'));
    return { by: world.admin, body: { ids: [event.id] } };
  }),
  'POST /api/v1/reveal-sessions/{id}/expire': writes('reveal.session.expired', async (world) => {
    const { id } = await world.executedRead();
    const session = created(await world.developer.post('/reveal-sessions', { access_request_id: id }));
    return { by: world.developer, ids: [session.session_id], body: { reason: 'user_hide' } };
  }),
  'POST /api/v1/agents/{id}/jobs/claim': writes('job.claim', async (world) => {
    const store = await world.store();
    await world.approvedRead(store);
    return { by: store.agent, ids: [store.agentId], body: {} };
  }),
  'POST /api/v1/agents/{id}/dek': silent(
    'a key for values that are audited when they come',
    async (world) => {
      const { agent, agentId, job } = await claimedRead(world);
      return { by: agent, ids: [agentId], body: { job_id: job.id } };
    },
  ),
  'POST /api/v1/agents/{id}/wraps': writes('wrap.create', async (world) => {
    const store = await claimedRead(world);
    return { by: store.agent, ids: [store.agentId], body: await world.postedValue(store, store.job) };
  }),
  'GET /api/v1/agents/{id}/wraps/{wrap_id}': writes('wrap.retrieve', async (world) => {
    const { agent, agentId, job } = await claimedPatch(world);
    return { by: agent, ids: [agentId, job.wraps[0].wrap_id] };
  }),
  'POST /api/v1/agents/{id}/jobs/{job_id}/complete': writes(
    ['request.executed', 'job.complete'],
    async (world) => {
      const { agent, agentId, job } = await claimedPatch(world);
      await world.must(agent.get(`/agents/${agentId}/wraps/${job.wraps[0].wrap_id}`));
      return { by: agent, ids: [agentId, job.id], body: { status: 'succeeded' } };
    },
  ),
};
