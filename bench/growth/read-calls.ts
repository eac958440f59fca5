import { randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { encryptPostedValue, openDek } from '#libs/agent-protocol';
import type { Job } from '../../apps/agent/src/control-plane/job.js';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import { personCall } from '../support/person-call.js';
import { claim, complete, never } from './agent-steps.js';
import { CallFlow } from './call-flow.js';
import type { MeasuredCall } from './list-calls.js';

interface Reads {
  readonly requester: StoredPerson;
  readonly requestIds: string[];
  readonly jobs: Job[];
  readonly deks: { readonly dekId: string; readonly key: SecretBytes }[];
  readonly wrapIds: string[];
}

/** A person may retrieve twenty values a minute, so that every round has one of its own. */
const reads = new CallFlow<Reads>(async ({ pool }) => {
  const [requester] = (await insertPeople(pool, 1, 'developer')) as [StoredPerson];
  return { requester, requestIds: [], jobs: [], deks: [], wrapIds: [] };
});

/** A read request from its submission to its value, one step of all requests after the other. In this order. */
export const readCalls: readonly MeasuredCall[] = [
  reads.first('submit a read', async ({ api, place }, { requester, requestIds }, n) => {
    const { id } = await personCall<{ id: string }>(api.url, requester, 'POST', '/requests/read', {
      project_id: place.projectId,
      environment_id: place.environmentId,
      provider_connection_id: place.connectionId,
      secret_ref: `apps/a${10 + n}`,
      keys: ['user'],
    });
    requestIds.push(id);
  }),
  reads.step('approve', ({ api, callers }, { requestIds }, n) =>
    personCall(api.url, callers.everywhere, 'POST', `/requests/${requestIds[n]}/approve`, {}),
  ),
  reads.step('agent: claim', async (world, { jobs }) => jobs.push(await claim(world))),
  reads.step('agent: data key', async ({ agent }, { jobs, deks }, n) => {
    const { dekId, enc, sealedKey } = await agent.client.issueDek(jobs[n]!, never);
    deks.push({ dekId, key: openDek(agent.keys, enc, sealedKey, agent.id) });
  }),
  reads.step('agent: post a value', ({ agent }, { jobs, deks }, n) => {
    const { dekId, key } = deks[n]!;
    const binding = { agentId: agent.id, jobId: jobs[n]!.id, keyName: 'user' };
    const posted = encryptPostedValue(key, SecretBytes.from(randomBytes(32)), binding);
    return agent.client.postWrap(jobs[n]!, { ...posted, dekId, keyName: 'user' }, never);
  }),
  reads.step('agent: complete', (world, { jobs }, n) => complete(world, jobs[n]!)),
  reads.step('agent: claim, nothing to do', ({ agent }) => agent.client.claim(0, never)),
  reads.step('list a request’s wraps', async ({ api }, { requester, requestIds, wrapIds }, n) => {
    const path = `/requests/${requestIds[n]}/wraps`;
    const [wrap] = await personCall<{ wrap_id: string }[]>(api.url, requester, 'GET', path);
    wrapIds.push(wrap!.wrap_id);
  }),
  reads.step('open a reveal session', ({ api }, { requester, requestIds }, n) =>
    personCall(api.url, requester, 'POST', '/reveal-sessions', { access_request_id: requestIds[n] }),
  ),
  reads.step('retrieve a value', ({ api }, { requester, requestIds, wrapIds }, n) =>
    personCall(api.url, requester, 'GET', `/requests/${requestIds[n]}/wraps/${wrapIds[n]}`),
  ),
];
