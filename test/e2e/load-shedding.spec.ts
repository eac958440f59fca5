import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type ExecutedRead, insertPeople } from '../../libs/requests/src/testing/executed-reads.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { type AgentIdentity, enrollAgent } from '../support/enroll-agent.js';
import { eventually } from '../support/eventually.js';
import { figureOf } from '../support/figure-of.js';
import { insertReads, MASTER_KEY_ENV } from '../support/executed-reads.js';
import { loopBlocker } from '../support/loop-blocker.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';

/** Two people's calls are more than the pool of 20 and five that wait for each of them; one's are within their limit. */
const CALLS_EACH = 70;

let stack: TestStack;
let world: World;
let database: pg.Client;
beforeAll(async () => {
  stack = await startStack({ realPasswordCost: true, env: MASTER_KEY_ENV });
  world = await buildWorld(stack);
  database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
}, 60_000);
afterAll(async () => {
  await database?.end();
  await stack?.stop();
});

/** Returns two people's values that wait to be retrieved. */
async function executedReads(): Promise<ExecutedRead[]> {
  const people = await insertPeople(database, 2);
  return insertReads(database, world, people, () => [Buffer.from(canary('value'))]);
}

/** Retrieves one of the values, opens a reveal session for the other, and asks whether the api is ready. */
function reveal(url: string, [first, second]: ExecutedRead[]): Promise<Answer>[] {
  const requester = ({ requester: { cookie } }: ExecutedRead): TestClient =>
    Object.assign(new TestClient(url), { cookie, isInBrowser: true });
  return [
    requester(first!).get(`/requests/${first!.requestId}/wraps/${first!.wrapIds[0]}`),
    requester(second!).post('/reveal-sessions', { access_request_id: second!.requestId }),
    new TestClient(url).get('readyz'),
  ];
}

/** Readiness has waited as well, and may have found so. */
function expectServed([retrieved, opened, ready]: Answer[]): void {
  expect([retrieved!.status, opened!.status]).toEqual([200, 201]);
  expect(ready!.body.checks).toBeDefined();
}

const shedBy = (url: string, reason: string): Promise<number> =>
  figureOf({ url }, 'load_shed_total', { reason });

describe('an api whose callers wait for the database', () => {
  let agent: AgentIdentity;
  beforeAll(async () => {
    agent = await enrollAgent(world);
  });

  const stranger = (): TestClient => new TestClient(stack.apis[0]!.url);
  const asAgent = (path: string): Promise<Answer> => agent.call('POST', `/${path}`, {});
  const signIn = (): Promise<Answer> =>
    stranger().post('/auth/login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  /** It needs no database: 401 at any other time. */
  const withoutCredential = (): Promise<Answer> => stranger().get('/requests');
  const shed = (): Promise<number> => shedBy(stack.apis[0]!.url, 'database_pool');

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
    const [before, reads] = [await shed(), await executedReads()];
    let going: Promise<Answer>[] = [];
    const served = await whileTheyWait(async () => {
      going = reveal(stack.apis[0]!.url, reads);
      const refused: readonly (readonly [string, () => Promise<Answer>])[] = [
        ['a sign-in', signIn],
        ['a call without a credential', withoutCredential],
        ['an enrollment', () => stranger().post('/agents/enroll', {})],
        ['a heartbeat', () => asAgent('heartbeat')],
        ['a claim', () => asAgent('jobs/claim')],
        ['an agent without a secret', () => stranger().post(`/agents/${agent.id}/dek`, {})],
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
    expectServed(await Promise.all(going));
    expect(await shed()).toBeGreaterThanOrEqual(before + 6);
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
      const until = performance.now() + 1500;
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

describe('an api whose event loop lags', () => {
  it('refuses unauthenticated callers, and serves values and probes', async () => {
    const blocker = loopBlocker();
    const { url } = await stack.addApi({ ...blocker.env, SVC_LOAD_SHEDDING_LAG_MS: '250' });
    const withoutCredential = (): Promise<Answer> => new TestClient(url).get('/requests');
    const status = async (expected: number): Promise<Answer | false> => {
      const answer = await withoutCredential();
      return answer.status === expected && answer;
    };
    await blocker.during(async () => {
      const refused = await eventually(() => status(503), 'overloaded');
      expect(refused.body.error_code).toBe('dependency_unavailable');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
      expectServed(await Promise.all(reveal(url, await executedReads())));
      expect((await withoutCredential()).status).toBe(503);
      expect(await shedBy(url, 'event_loop')).toBeGreaterThanOrEqual(2);
    });
    await eventually(() => status(401), 'relieved');
  }, 90_000);
});
