import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

/** Two people's calls are more than the pool of 20 and five that wait for each of them; one's are within their limit. */
const CALLS_EACH = 70;

describe('an api whose callers wait for the database', () => {
  let stack: TestStack;
  let world: World;
  let agent: { agent_id: string; agent_token: string };
  beforeAll(async () => {
    stack = await startStack({ realPasswordCost: true });
    world = await buildWorld(stack);
    const token = created(
      await world.admin.post(`/provider-connections/${world.connection.id}/enrollment-tokens`),
    );
    agent = created(
      await stranger().post('/agents/enroll', {
        ...{ enrollment_token: token.enrollment_token, name: 'a', cluster_name: 'main' },
        public_key: generateAgentKeyPair().publicKeyBase64,
      }),
    );
  }, 60_000);
  afterAll(() => stack?.stop());

  const stranger = (): TestClient => new TestClient(stack.apis[0]!.url);
  const asAgent = (path: string): Promise<Answer> =>
    stranger().post(
      `/agents/${agent.agent_id}/${path}`,
      {},
      { headers: { 'x-agent-secret': agent.agent_token } },
    );
  const signIn = (): Promise<Answer> =>
    stranger().post('/auth/login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  /** It needs no database: 401 at any other time. */
  const withoutCredential = (): Promise<Answer> => stranger().get('/requests');
  const shed = async (): Promise<number> => {
    const text = await (await fetch(`${stack.apis[0]!.url}/metrics`)).text();
    return Number(/^load_shed_total\{reason="database_pool"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  const callsOf = (...people: TestClient[]): Promise<Answer>[] =>
    people.flatMap((person) => Array.from({ length: CALLS_EACH }, () => person.get('/workflows')));

  /** Occupies every connection and more, by calls that wait for a table lock. @returns their answers once it is released */
  async function whileTheyWait(work: () => Promise<void>): Promise<Answer[]> {
    return withClient(stack.databaseUrl, async (lock) => {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE workflows IN ACCESS EXCLUSIVE MODE');
      const waiting = callsOf(world.admin, world.developer);
      await eventually(async () => (await withoutCredential()).status === 503, 'overloaded');
      await work();
      await lock.query('COMMIT');
      return Promise.all(waiting);
    });
  }

  it('refuses only unauthenticated callers and polls, immediately and with Retry-After', async () => {
    const before = await shed();
    const served = await whileTheyWait(async () => {
      const refused: readonly (readonly [string, () => Promise<Answer>])[] = [
        ['a sign-in', signIn],
        ['a call without a credential', withoutCredential],
        ['an enrollment', () => stranger().post('/agents/enroll', {})],
        ['a heartbeat', () => asAgent('heartbeat')],
        ['a claim', () => asAgent('jobs/claim')],
        ['an agent without a secret', () => stranger().post(`/agents/${agent.agent_id}/dek`, {})],
      ];
      for (const [what, call] of refused) {
        const { status, body, headers: sent } = await call();
        expect([what, status, body.error_code]).toEqual([what, 503, 'dependency_unavailable']);
        expect(Number(sent.get('retry-after'))).toBeGreaterThanOrEqual(5);
        expect(Number(sent.get('retry-after'))).toBeLessThanOrEqual(15);
      }
      for (const probe of ['healthz', 'metrics', 'api/v1/openapi.json'])
        expect((await fetch(`${stack.apis[0]!.url}/${probe}`)).status).toBe(200);
    });
    expect(served.filter(({ headers }) => headers.has('retry-after'))).toEqual([]);
    expect(served.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await shed()).toBeGreaterThanOrEqual(before + 6);
  }, 60_000);

  it('refuses no call because of one burst of signed-in callers', async () => {
    await eventually(async () => (await withoutCredential()).status === 401, 'relieved');
    const before = await shed();
    const burst = callsOf(world.admin, world.developer, world.approver);
    // The queue is long by then.
    await Promise.race(burst);
    const [signedIn, polled] = await Promise.all([signIn(), asAgent('heartbeat')]);
    expect([signedIn.status, polled.status]).toEqual([200, 200]);
    expect(new Set((await Promise.all(burst)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await shed()).toBe(before);
  }, 60_000);

  it('refuses nobody else while one caller has as many calls in progress as they may', async () => {
    await eventually(async () => (await withoutCredential()).status === 401, 'relieved');
    const before = await shed();
    await withClient(stack.databaseUrl, async (lock) => {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE workflows IN ACCESS EXCLUSIVE MODE');
      let refused = 0;
      const calls = Array.from({ length: 2 * CALLS_EACH }, async () => {
        const { status } = await world.admin.get('/workflows');
        if (status === 429) refused += 1;
        return status;
      });
      await eventually(async () => refused === 60, 'all but 80 are refused');
      // A queue over its limit for a second is an overload.
      const until = performance.now() + 2500;
      while (performance.now() < until) expect((await withoutCredential()).status).toBe(401);
      await lock.query('COMMIT');
      expect(new Set(await Promise.all(calls))).toEqual(new Set([200, 429]));
    });
    expect(await shed()).toBe(before);
  }, 60_000);

  it('serves them all again once the queue is empty', async () => {
    await whileTheyWait(async () => undefined);
    await eventually(async () => (await signIn()).status === 200, 'sign-in served');
    expect((await asAgent('heartbeat')).status).toBe(200);
  }, 60_000);
});
