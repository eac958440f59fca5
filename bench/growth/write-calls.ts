import { randomBytes, randomUUID } from 'node:crypto';
import type { Job } from '../../apps/agent/src/control-plane/job.js';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import { numberedId } from '../audit/event-world.js';
import { personCall } from '../support/person-call.js';
import { claim, complete, take } from './agent-steps.js';
import { CallFlow } from './call-flow.js';
import type { GrownWorld } from './grown-world.js';
import { headedCall } from './headed-call.js';
import type { MeasuredCall } from './list-calls.js';

interface Writes {
  readonly requester: StoredPerson;
  /** Another than who fills. */
  readonly verifier: StoredPerson;
  readonly requestIds: string[];
  readonly jobs: Job[];
}

const begin = async ({ pool }: GrownWorld): Promise<Writes> => {
  const [requester] = (await insertPeople(pool, 1, 'developer')) as [StoredPerson];
  const [verifier] = (await insertPeople(pool, 1, 'approver')) as [StoredPerson];
  return { requester, verifier, requestIds: [], jobs: [] };
};
const patches = new CallFlow<Writes>(begin);
const handOvers = new CallFlow<Writes>(begin);

const values = (): object => ({ user: randomBytes(32).toString('base64') });

/** A patch, one step of all requests after the other. Its submission carries a key against being done twice. */
export const patchCalls: readonly MeasuredCall[] = [
  patches.first('submit a patch, with an Idempotency-Key', async (world, { requester, requestIds }, n) => {
    const { projectId, environmentId, connectionId } = world.place;
    const { id } = await headedCall<{ id: string }>(
      `${world.api.url}/api/v1/requests`,
      { cookie: `svc_session=${requester.cookie}`, 'idempotency-key': randomUUID() },
      {
        ...{ project_id: projectId, environment_id: environmentId, provider_connection_id: connectionId },
        ...{ secret_ref: `apps/a${10 + n}`, key_values: values() },
      },
    );
    requestIds.push(id);
  }),
  patches.step('approve a patch', ({ api, callers }, { requestIds }, n) =>
    personCall(api.url, callers.everywhere, 'POST', `/requests/${requestIds[n]}/approve`, {}),
  ),
  patches.step('agent: claim a patch', async (world, { jobs }) => jobs.push(await claim(world))),
  patches.step('agent: take a value of a patch', (world, { jobs }, n) => take(world, jobs[n]!)),
  patches.step('agent: complete a patch', (world, { jobs }, n) => complete(world, jobs[n]!)),
];

/** One team asks, another provides the value, the first one looks at it. */
export const crossTeamCalls: readonly MeasuredCall[] = [
  handOvers.first('submit a cross-team request', async ({ api, place }, { requester, requestIds }, n) => {
    const target = numberedId(1 + n);
    const { id } = await personCall<{ id: string }>(api.url, requester, 'POST', '/requests/cross-team', {
      ...{ target_team_id: target, target_project_id: target, target_environment_id: target },
      source_project_id: place.projectId,
      destination_provider_connection_id: place.connectionId,
      ...{ destination_secret_ref: `apps/a${10 + n}`, destination_keys: ['user'] },
    });
    requestIds.push(id);
  }),
  handOvers.step('fill', ({ api, callers }, { requestIds }, n) =>
    personCall(api.url, callers.everywhere, 'POST', `/requests/${requestIds[n]}/fill`, {
      key_values: values(),
    }),
  ),
  handOvers.step('verify', ({ api }, { verifier, requestIds }, n) =>
    personCall(api.url, verifier, 'POST', `/requests/${requestIds[n]}/verify`, {
      ...{ decision: 'approve', voted_as: 'source' },
    }),
  ),
  handOvers.step('agent: claim a cross-team write', async (world, { jobs }) => jobs.push(await claim(world))),
  handOvers.step('agent: take a value of another team', (world, { jobs }, n) => take(world, jobs[n]!)),
  handOvers.step('agent: complete a cross-team write', (world, { jobs }, n) => complete(world, jobs[n]!)),
];
