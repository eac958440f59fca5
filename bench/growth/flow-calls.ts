import { randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { encryptPostedValue, openDek } from '#libs/wire';
import type { Job } from '../../apps/agent/src/control-plane/job.js';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import { personCall } from '../support/person-call.js';
import type { GrownWorld } from './grown-world.js';
import { CALLS, type MeasuredCall } from './list-calls.js';

interface Flow {
  readonly requester: StoredPerson;
  readonly requestIds: string[];
  readonly jobs: Job[];
  readonly deks: { readonly dekId: string; readonly key: SecretBytes }[];
  readonly wrapIds: string[];
}

/** How far each world's requests of this round have come. */
const flows = new Map<GrownWorld, Flow>();
const never = new AbortController().signal;

function step(
  name: string,
  once: (world: GrownWorld, flow: Flow, n: number) => Promise<unknown>,
): MeasuredCall {
  const run = async (world: GrownWorld): Promise<void> => {
    for (let n = 0; n < CALLS; n += 1) await once(world, flows.get(world)!, n);
  };
  return { name, run };
}

/** A person may retrieve twenty values a minute, so that every round has one of its own. */
const submit: MeasuredCall = {
  name: 'submit a read',
  run: async (world) => {
    const [requester] = (await insertPeople(world.pool, 1, 'developer')) as [StoredPerson];
    const requestIds: string[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const { id } = await personCall<{ id: string }>(world.api.url, requester, 'POST', '/requests/read', {
        project_id: world.place.projectId,
        environment_id: world.place.environmentId,
        provider_connection_id: world.place.connectionId,
        secret_ref: `apps/a${10 + n}`,
        keys: ['user'],
      });
      requestIds.push(id);
    }
    flows.set(world, { requester, requestIds, jobs: [], deks: [], wrapIds: [] });
  },
};

/** A read request from its submission to its value, one step of all requests after the other. In this order. */
export const flowCalls: readonly MeasuredCall[] = [
  submit,
  step('approve', ({ api, callers }, { requestIds }, n) =>
    personCall(api.url, callers.everywhere, 'POST', `/requests/${requestIds[n]}/approve`, {}),
  ),
  step('agent: claim', async ({ agent }, { jobs }) => {
    const job = await agent.client.claim(0, never);
    if (!job) throw new Error('no job to claim');
    jobs.push(job);
  }),
  step('agent: data key', async ({ agent }, { jobs, deks }, n) => {
    const { dekId, enc, sealedKey } = await agent.client.issueDek(jobs[n]!, never);
    deks.push({ dekId, key: await openDek(agent.keys, enc, sealedKey, agent.id) });
  }),
  step('agent: post a value', ({ agent }, { jobs, deks }, n) => {
    const { dekId, key } = deks[n]!;
    const binding = { agentId: agent.id, jobId: jobs[n]!.id, keyName: 'user' };
    const posted = encryptPostedValue(key, SecretBytes.from(randomBytes(32)), binding);
    return agent.client.postWrap(jobs[n]!, { ...posted, dekId, keyName: 'user' }, never);
  }),
  step('agent: complete', ({ agent }, { jobs }, n) =>
    agent.client.complete(jobs[n]!, { status: 'succeeded' }, never),
  ),
  step('agent: claim, nothing to do', ({ agent }) => agent.client.claim(0, never)),
  step('list a request’s wraps', async ({ api }, { requester, requestIds, wrapIds }, n) => {
    const path = `/requests/${requestIds[n]}/wraps`;
    const [wrap] = await personCall<{ wrap_id: string }[]>(api.url, requester, 'GET', path);
    wrapIds.push(wrap!.wrap_id);
  }),
  step('open a reveal session', ({ api }, { requester, requestIds }, n) =>
    personCall(api.url, requester, 'POST', '/reveal-sessions', { access_request_id: requestIds[n] }),
  ),
  step('retrieve a value', ({ api }, { requester, requestIds, wrapIds }, n) =>
    personCall(api.url, requester, 'GET', `/requests/${requestIds[n]}/wraps/${wrapIds[n]}`),
  ),
];
