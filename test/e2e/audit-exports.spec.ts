import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

/** Far more than what a connection holds that nobody reads. */
const LARGE_MIB = 24;

let stack: TestStack;
let world: World;
beforeAll(async () => {
  stack = await startStack();
  world = await buildWorld(stack);
  const permissions = ['audit.read'];
  created(await world.admin.post('/roles', { name: 'reader of the audit log', permissions }));
  const fill = `INSERT INTO audit_events (id, actor, action, status, metadata)
    SELECT gen_random_uuid(), 'system:spec', 'x', 'success', jsonb_build_object('x', repeat('x', 1000))
    FROM generate_series(1, ${LARGE_MIB * 1024})`;
  await withClient(stack.databaseUrl, (client) => client.query(fill));
}, 60_000);
afterAll(() => stack?.stop());

const reader = (): Promise<TestClient> => world.person(`reader-${randomUUID()}`, 'reader of the audit log');

/** Asks for an export. @returns the answer, of which nothing was read yet */
async function exportFor(client: TestClient): Promise<IncomingMessage> {
  const headers = {
    accept: 'application/x-ndjson',
    authorization: `Bearer ${client.token}`,
    'x-forwarded-for': client.address,
  };
  const [answer] = await once(get(`${client.baseUrl}/api/v1/audit-events`, { headers }), 'response');
  return answer as IncomingMessage;
}

/** Reads all that still comes. @returns whether it was all there was */
async function isComplete(answer: IncomingMessage): Promise<boolean> {
  const ended = new Promise<void>((resolve) => answer.once('close', resolve).once('error', () => undefined));
  answer.resume();
  await ended;
  return answer.complete;
}

describe('exports of the audit log', () => {
  it('are limited to two per user; the next one starts when one has ended in any way', async () => {
    const [one, other] = [await reader(), await reader()];
    const [first, second] = [await exportFor(one), await exportFor(one)];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    const refused = await one.get('/audit-events', { headers: { accept: 'application/x-ndjson' } });
    expect([refused.status, refused.body.error_code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await one.get('/audit-events')).status).toBe(200);
    const others = await exportFor(other);
    expect(others.statusCode).toBe(200);
    others.destroy();

    first.destroy();
    const third = await eventually(async () => {
      const answer = await exportFor(one);
      if (answer.statusCode === 200) return answer;
      answer.resume();
      return null;
    }, 'another export of the same person');
    expect(await Promise.all([second, third].map(isComplete))).toEqual([true, true]);
    const fourth = await exportFor(one);
    expect(fourth.statusCode).toBe(200);
    fourth.destroy();
  });

  it.each<[string, (of: TestClient) => Promise<Answer>]>([
    [
      'the grant is taken away',
      async ({ userId }) => {
        const [{ id }] = (await world.admin.get(`/user-roles?user_id=${userId}`)).body;
        return world.admin.delete(`/user-roles/${id}`);
      },
    ],
    [
      'the person is disabled',
      ({ userId }) => world.admin.put(`/users/${userId}/disabled`, { disabled: true }),
    ],
    ['the session is ended', (of) => of.post('/auth/logout')],
  ])('are aborted when %s', async (_, end) => {
    const client = await reader();
    const answer = await exportFor(client);
    expect(answer.statusCode).toBe(200);
    expect(String((await end(client)).status)).toMatch(/^20[04]$/);
    // What its caller may do is looked up when it is a second old.
    await sleep(1100);
    expect(await isComplete(answer)).toBe(false);
  });
});
