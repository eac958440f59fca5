import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { figureOf } from '../support/figure-of.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

let stack: TestStack;
let world: World;

beforeAll(async () => {
  stack = await startStack({ worker: true, env: { SVC_WORKER_HOUSEKEEPING_INTERVAL: '100ms' } });
  world = await buildWorld(stack);
}, 60_000);
afterAll(() => stack?.stop());

const code = (answer: Answer) => [answer.status, answer.body?.error_code];
const query = (sql: string, values: unknown[]) =>
  withClient(stack.databaseUrl, (client) => client.query(sql, values));
const gone = (table: string, column: string, value: string) =>
  eventually(
    async () => (await query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [value])).rowCount === 0,
    `${table} without the row`,
  );

it('an expired enrollment token is distinguished from an unknown one for 30 days', async () => {
  const tokens = `/provider-connections/${world.connection.id}/enrollment-tokens`;
  const { publicKeyBase64: public_key } = generateAgentKeyPair();
  const enroll = (enrollment_token: string) =>
    new TestClient(stack.apis[0]!.url).post('/agents/enroll', {
      ...{ enrollment_token, name: randomUUID(), cluster_name: 'main', public_key },
    });
  const issued = async () => created(await world.admin.post(tokens));
  const [consumed, expired, revoked] = [await issued(), await issued(), await issued()];
  const agent = created(await enroll(consumed.enrollment_token));
  expect((await world.admin.delete(`${tokens}/${revoked.id}`)).status).toBe(204);

  const age = (days: number) =>
    query(`UPDATE enrollment_tokens SET expires_at = clock_timestamp() - make_interval(days => $1)`, [days]);
  await age(29);
  const labels = { task: 'housekeeping', outcome: 'success' };
  const runs = () => figureOf(stack.worker!, 'worker_scheduler_runs_total', labels);
  const before = await runs();
  await eventually(async () => (await runs()) > before + 1, 'another run');
  expect(code(await enroll(consumed.enrollment_token))).toEqual([409, 'enrollment_token_consumed']);
  expect(code(await enroll(expired.enrollment_token))).toEqual([410, 'enrollment_token_expired']);
  expect(code(await enroll(revoked.enrollment_token))).toEqual([401, 'unauthorized']);

  await age(31);
  for (const { id } of [consumed, expired, revoked]) await gone('enrollment_tokens', 'id', id);
  for (const { enrollment_token } of [consumed, expired, revoked])
    expect(code(await enroll(enrollment_token))).toEqual([401, 'unauthorized']);
  // The agent that it made stays, and the audit log knows by which token it came.
  expect((await world.admin.get('/agents')).body).toMatchObject([{ id: agent.agent_id, status: 'active' }]);
  const [event] = (await world.admin.get(`/audit-events?action=agent.enroll&actor=agent:${agent.agent_id}`))
    .body;
  expect(event.metadata.enrollment_token_id).toBe(consumed.id);
});

it('an ended session gets the same answer after its row is deleted, and its events stay', async () => {
  const someone = await world.person(randomUUID(), null);
  const id = (await someone.get('/users/me')).body.session.id as string;
  const end = (days: number) =>
    query(
      `UPDATE sessions SET (expires_at, idle_expires_at) =
        (SELECT t.at, t.at FROM (SELECT clock_timestamp() - make_interval(days => $2) AS at) t) WHERE id = $1`,
      [id, days],
    );
  await end(1);
  const ended = await someone.get('/users/me');
  await end(31);
  await gone('sessions', 'id', id);
  const forgotten = await someone.get('/users/me');
  expect(code(ended)).toEqual([401, 'unauthenticated']);
  expect(forgotten.body).toEqual(ended.body);
  expect((await world.admin.get('/users/me')).status).toBe(200);
  const events = await query(`SELECT 1 FROM audit_events WHERE metadata->>'session_id' = $1`, [id]);
  expect(events.rowCount).toBeGreaterThan(0);
});

it('an idempotency key is deleted after a day, and no sooner', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const make = () => world.admin.post('/teams', { name: randomUUID() }, { headers });
  const body = { name: randomUUID() };
  const first = created(await world.admin.post('/teams', body, { headers }));
  const age = (hours: number) =>
    query(
      'UPDATE idempotency_keys SET started_at = clock_timestamp() - make_interval(hours => $2) WHERE key = $1',
      [headers['idempotency-key'], hours],
    );
  await age(23);
  expect(created(await world.admin.post('/teams', body, { headers }))).toEqual(first);
  expect(code(await make())).toEqual([422, 'idempotency_key_reused']);
  await age(25);
  await gone('idempotency_keys', 'key', headers['idempotency-key']);
  expect(created(await make()).id).not.toBe(first.id);
});
