import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { buildServedWorld, type ServedWorld } from '../support/served-world.js';
import { created, readBody } from '../support/world.js';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('the end of a reveal session', () => {
  let all: ServedWorld;

  beforeAll(async () => {
    const values = Object.fromEntries(KEYS.map((key) => [key, canary(`value of ${key}`)]));
    const env = { SVC_WORKER_WRAPS_EXPIRED_INTERVAL: '100ms' };
    all = await buildServedWorld({ 'apps/many': values }, { apis: 2, worker: true, env });
  }, 60_000);
  afterAll(() => all?.stop());

  it('ends every retrieval, in both processes, from the moment it is answered', async () => {
    const { stack, world } = all;
    // One requester may retrieve twenty values a minute: two for each key and a few to spare.
    const requester = await world.person('requester', 'developer', { fresh: true });
    const body = readBody(world, { secret_ref: 'apps/many', keys: KEYS });
    const request = created(await requester.post('/requests/read', body));
    await world.approver.post(`/requests/${request.id}/approve`);
    await eventually(
      async () => (await requester.get(`/requests/${request.id}`)).body.status === 'executed',
      'executed',
    );
    const opened = created(await requester.post('/reveal-sessions', { access_request_id: request.id }));
    expect(opened.wraps).toHaveLength(KEYS.length);
    const at = stack.apis.map((api) => Object.assign(new TestClient(api.url), { token: requester.token }));
    const retrieve = (n: number): Promise<Answer> =>
      at[n % 2]!.get(`/requests/${request.id}/wraps/${opened.wraps[n % KEYS.length].wrap_id}`);
    const during = KEYS.map((_, n) => retrieve(n));
    const end = await at[1]!.post(`/reveal-sessions/${opened.session_id}/expire`, { reason: 'user_hide' });
    const after = await Promise.all(KEYS.map((_, n) => retrieve(n + 1)));
    expect(end.status).toBe(204);
    expect(after.map((answer) => answer.status)).toEqual(KEYS.map(() => 410));
    const revealed = (await Promise.all(during)).filter((answer) => answer.status === 200).length;
    await withClient(stack.databaseUrl, async (client) => {
      const { rows } = await client.query(
        `SELECT count(*) FILTER (WHERE e.action = 'wrap.retrieve' AND e.status = 'success')::int AS retrieved,
           count(*) FILTER (WHERE e.action = 'reveal.session.expired')::int AS ended
         FROM audit_events e WHERE e.correlation_id = $1`,
        [request.correlation_id],
      );
      expect(rows).toEqual([{ retrieved: revealed, ended: 1 }]);
      const left = 'SELECT 1 FROM wraps WHERE request_id = $1 AND ciphertext IS NOT NULL';
      await eventually(
        async () => (await client.query(left, [request.id])).rows.length === 0,
        'no ciphertext is left',
      );
    });
  });
});
