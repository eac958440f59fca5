import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTourWorld, type Store, type TourWorld } from '../audit-tour/tour-world.js';
import { canary } from '../support/canary.js';
import type { Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';

interface Event {
  readonly id: string;
  readonly action: string;
  readonly status: string;
  readonly resource: string | null;
}

let world: TourWorld;
beforeAll(async () => {
  world = await openTourWorld();
}, 120_000);
afterAll(() => world?.oidc.close());

/** Everything under a correlation id. */
const trailOf = (correlationId: string): Promise<Event[]> =>
  withClient(world.stack.databaseUrl, async (client) => {
    const sql = `SELECT id, action, status, resource FROM audit_events WHERE correlation_id = $1
      ORDER BY occurred_at, id`;
    return (await client.query<Event>(sql, [correlationId])).rows;
  });

/** The same caller, who sends this id with every call. */
function sending(correlationId: string, client: TestClient): TestClient {
  const same = Object.assign(Object.create(client) as TestClient, {
    call: (method: string, path: string, body?: unknown, options?: { headers?: Record<string, string> }) =>
      client.call(method, path, body, {
        headers: { ...options?.headers, 'x-correlation-id': correlationId },
      }),
  });
  return same;
}

async function submit(by: TestClient, { connection }: Store): Promise<Answer> {
  const { project, dev } = world;
  const place = { project_id: project.id, environment_id: dev.id, provider_connection_id: connection.id };
  return by.post('/requests/read', { ...place, secret_ref: world.unique('apps/web'), keys: ['password'] });
}

/** A read from submit to a second retrieval, everybody sending the same id; gives the request and every answer. */
async function carryOut(sent: string): Promise<{ own: string; answers: Answer[] }> {
  const own = await world.store();
  const [developer, approver, agent] = [world.developer, world.approver, own.agent].map((each) =>
    sending(sent, each),
  ) as [TestClient, TestClient, TestClient];
  const answers: Answer[] = [];
  const note = async (answer: Promise<Answer>): Promise<any> => {
    answers.push(await answer);
    return answers.at(-1)!.body;
  };
  const request = await note(submit(developer, own));
  await note(developer.post(`/requests/${request.id}/approve`, {}));
  await note(approver.post(`/requests/${request.id}/approve`));
  const at = `/agents/${own.agentId}`;
  const job = await note(agent.post(`${at}/jobs/claim`));
  await note(agent.post(`${at}/wraps`, await world.postedValue({ ...own, agent }, job)));
  await note(agent.post(`${at}/jobs/${job.id}/complete`, { status: 'succeeded' }));
  const [wrap] = await note(developer.get(`/requests/${request.id}/wraps`));
  for (const _ of [1, 2]) await note(developer.get(`/requests/${request.id}/wraps/${wrap.wrap_id}`));
  return { own: request.correlation_id, answers };
}

const STEPS = [
  'job.claim success',
  'job.complete success',
  'job.enqueue success',
  'request.approve success',
  'request.executed success',
  'request.submit success',
  'wrap.create success',
  'wrap.retrieve denied',
  'wrap.retrieve success',
];
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

describe('the trails of two requests', () => {
  it('are separate if both were submitted under the same client id', async () => {
    const shared = randomUUID();
    const [one, other] = [await carryOut(shared), await carryOut(shared)];
    expect(new Set([shared, one.own, other.own]).size).toBe(3);
    for (const { own, answers } of [one, other]) {
      expect(own).toMatch(VERSION_7);
      const steps = (await trailOf(own)).map(({ action, status }) => `${action} ${status}`);
      expect(steps).toEqual(expect.arrayContaining(STEPS));
      // The answers carry the id that the client chose for its calls (D91).
      for (const { headers } of answers) expect(headers.get('x-correlation-id')).toBe(shared);
    }
    const underShared = (await trailOf(shared)).filter(({ action }) => /^(request|job|wrap)\./.test(action));
    expect(underShared).toEqual([]);
  });

  it("are separate when one is sent with the other's id", async () => {
    const first = (await submit(world.developer, await world.store())).body;
    const before = await trailOf(first.correlation_id);
    expect(before.length).toBeGreaterThan(0);
    for (const sent of [first.correlation_id, first.correlation_id.toUpperCase()]) {
      const { own, answers } = await carryOut(sent);
      expect(own).not.toBe(first.correlation_id);
      for (const { headers } of answers)
        expect(headers.get('x-correlation-id')).not.toBe(first.correlation_id);
    }
    expect(await trailOf(first.correlation_id)).toEqual(before);
  });

  it("contain an agent's denied calls for a request's values", async () => {
    const [own, foreign] = [await world.store(), await world.store()];
    const { project, dev, developer, approver } = world;
    const place = {
      project_id: project.id,
      environment_id: dev.id,
      provider_connection_id: own.connection.id,
    };
    const body = {
      ...{ ...place, secret_ref: world.unique('apps/web') },
      key_values: { password: Buffer.from(canary('value of a patch')).toString('base64') },
    };
    const request = await world.must(developer.post('/requests', body));
    await world.must(approver.post(`/requests/${request.id}/approve`));
    const job = await world.claim(own);
    const [{ wrap_id }] = job.wraps;
    const by = sending(randomUUID(), foreign.agent);
    expect((await by.get(`/agents/${foreign.agentId}/wraps/${wrap_id}`)).status).toBe(404);
    expect(await trailOf(request.correlation_id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'wrap.retrieve', status: 'denied' })]),
    );
  });

  it('start under the id of the call that submitted the request, unless the client chose it', async () => {
    const answer = await submit(world.developer, await world.store());
    expect(answer.headers.get('x-correlation-id')).toBe(answer.body.correlation_id);
  });
});
