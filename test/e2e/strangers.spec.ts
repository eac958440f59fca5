import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const GUESS = canary('guessed agent secret');

let stack: TestStack;
let world: World;
let agent: { agent_id: string; agent_token: string };
let publicKey: string;
beforeAll(async () => {
  stack = await startStack({ apis: 2 });
  world = await buildWorld(stack);
  publicKey = generateAgentKeyPair().publicKeyBase64;
  agent = await enrolled();
}, 120_000);
afterAll(() => stack?.stop());

/** A caller from one address; every other call goes to the other api. */
class Source {
  private calls = 0;
  private readonly apis = stack.apis.map(({ url }) => new TestClient(url));

  constructor(readonly address: string) {}

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const by = this.apis[(this.calls += 1) % 2]!;
    return by.post(path, body, { headers: { 'x-forwarded-for': this.address, ...headers } });
  }

  heartbeat = (id: string, secret: string): Promise<Answer> =>
    this.post(`/agents/${id}/heartbeat`, {}, { 'x-agent-secret': secret });

  /** Claims have no rate limit per agent. */
  claim = (id: string, secret: string): Promise<Answer> =>
    this.post(`/agents/${id}/jobs/claim`, {}, { 'x-agent-secret': secret });

  enroll = (enrollment_token: string): Promise<Answer> =>
    this.post('/agents/enroll', {
      ...{ enrollment_token, name: 'a', cluster_name: 'main', public_key: publicKey },
    });
}

async function token(): Promise<string> {
  const path = `/provider-connections/${world.connection.id}/enrollment-tokens`;
  return created(await world.admin.post(path)).enrollment_token;
}

const enrolled = async (): Promise<typeof agent> =>
  created(await new Source('192.0.2.1').enroll(await token()));

function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const atOnce = (times: number, call: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, call));

describe('unauthenticated calls to agents’ routes', () => {
  it('are refused after 60 failures a minute from one address, over two processes; agents behind it are served', async () => {
    const source = new Source('192.0.2.10');
    for (let n = 0; n < 4; n += 1)
      expect((await source.claim(agent.agent_id, agent.agent_token)).status).toBe(204);
    const answers = await atOnce(200, () => source.heartbeat(randomUUID(), GUESS));
    expect(tally(answers)).toEqual({ 401: 60, 429: 140 });
    for (const { status, headers } of answers)
      expect(Number(headers.get('retry-after') ?? 0) > 0).toBe(status === 429);
    for (let n = 0; n < 4; n += 1)
      expect((await source.claim(agent.agent_id, agent.agent_token)).status).toBe(204);
    expect((await new Source('192.0.2.11').heartbeat(randomUUID(), GUESS)).status).toBe(401);
  });

  it('do not reach the database after that', async () => {
    const source = new Source('192.0.2.12');
    await atOnce(64, () => source.heartbeat(randomUUID(), GUESS));
    await withClient(stack.databaseUrl, async (lock) => {
      await lock.query('BEGIN');
      // A look-up would wait for it, and the call with it.
      await lock.query('LOCK TABLE agents IN ACCESS EXCLUSIVE MODE');
      const answers = await atOnce(20, () => source.heartbeat(randomUUID(), GUESS));
      expect(tally(answers)).toEqual({ 429: 20 });
      await lock.query('ROLLBACK');
    });
  });

  it('may try 30 enrollment tokens a minute from one address, over two processes', async () => {
    const source = new Source('192.0.2.13');
    expect(tally(await atOnce(100, () => source.enroll(GUESS)))).toEqual({ 401: 30, 429: 70 });
    expect((await new Source('192.0.2.14').enroll(await token())).status).toBe(201);
  });

  it('count as one source per /64 of IPv6, and per IPv4 address in any form', async () => {
    const networks = Array.from({ length: 70 }, (_, n) => new Source(`2001:db8:0:1::${n.toString(16)}`));
    const answers = await Promise.all(networks.map((each) => each.heartbeat(randomUUID(), GUESS)));
    expect(tally(answers)).toEqual({ 401: 60, 429: 10 });
    expect((await new Source('2001:db8:0:2::1').heartbeat(randomUUID(), GUESS)).status).toBe(401);
    await atOnce(60, () => new Source('192.0.2.15').heartbeat(randomUUID(), GUESS));
    expect((await new Source('::ffff:192.0.2.15').heartbeat(randomUUID(), GUESS)).status).toBe(429);
  });

  it('sign in from one /64 as often as from one address', async () => {
    const body = { email: 'no@example.test', password: canary('password of nobody') };
    const answers = await Promise.all(
      Array.from({ length: 34 }, (_, n) =>
        new Source(`2001:db8:0:3::${n.toString(16)}`).post('/auth/login', body),
      ),
    );
    expect(tally(answers)[429]).toBe(4);
  });

  it('leave at most ten rows in the audit log, with their count, after 10,000 calls', async () => {
    const [address, calls, atATime] = ['192.0.2.16', 5000, 64];
    const enrollment = { enrollment_token: GUESS, name: 'a', cluster_name: 'main', public_key: publicKey };
    // Not by TestClient, which looks at each answer and takes its time.
    let answered = 0;
    const post = async (path: string, body: object): Promise<void> => {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        'x-agent-secret': GUESS,
      };
      const call = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${stack.apis[0]!.url}/api/v1/agents/${path}`, call).catch(() => null);
      if (answer) answered += 1;
      await answer?.arrayBuffer();
    };
    const flood = async (): Promise<void> => {
      for (let done = 0; done < calls; done += atATime) {
        await post(`${randomUUID()}/heartbeat`, {});
        await post('enroll', enrollment);
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: atATime }, flood));
    // Repeated refusals are counted anew every minute.
    const minutes = 1 + Math.floor((performance.now() - began) / 60_000);
    const rows = await withClient(stack.databaseUrl, async (client) => {
      const sql = `SELECT action, metadata FROM audit_events WHERE metadata->>'ip' = $1 ORDER BY id`;
      return (await client.query<{ action: string; metadata: object }>(sql, [address])).rows;
    });
    expect(answered).toBeGreaterThan(9900);
    expect(rows.length).toBeLessThanOrEqual(10 * minutes);
    for (const action of ['auth.agent', 'agent.enroll'])
      for (const count of [1, 10])
        expect(rows).toContainEqual({
          action,
          metadata: { error_kind: 'unauthorized', ip: address, count },
        });
  }, 600_000);

  it('are not counted while the cache is unavailable, and agents are served', async () => {
    const source = new Source('192.0.2.17');
    const giveBack = await stack.cache.takeAway();
    try {
      expect(tally(await atOnce(70, () => source.heartbeat(randomUUID(), GUESS)))).toEqual({ 401: 70 });
      expect((await source.claim(agent.agent_id, agent.agent_token)).status).toBe(204);
      expect((await source.enroll(await token())).status).toBe(201);
    } finally {
      await giveBack();
    }
  });
});
