import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { type Answer, TestClient } from '../support/client.js';
import { lockWaits, withClient } from '../support/database-state.js';
import { type AgentIdentity, enrollAgent } from '../support/enroll-agent.js';
import { eventually } from '../support/eventually.js';
import { figureOf } from '../support/figure-of.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, type World } from '../support/world.js';

/** Fewer than a process has connections, so that those left serve others. */
const LIMIT = 10;
const NO_ID = '01900000-0000-7000-8000-00000000dead';

describe('calls of one caller at a time', () => {
  let stack: TestStack;
  let world: World;
  beforeAll(async () => {
    stack = await startStack({ apis: 2, env: { SVC_CALLS_PER_CALLER: String(LIMIT) } });
    world = await buildWorld(stack);
  }, 60_000);
  afterAll(() => stack?.stop());

  /** A call that waits for a locked table; asks again while it is refused for calls that have not quite ended. */
  async function slow(signal?: AbortSignal): Promise<Answer | null> {
    if (signal) return abortable('/workflows', signal);
    const answer = await world.admin.get('/workflows');
    return answer.status === 429 ? slow() : answer;
  }
  async function abortable(path: string, signal: AbortSignal): Promise<null> {
    const headers = { authorization: `Bearer ${world.admin.token}` };
    await fetch(`${stack.apis[0]!.url}/api/v1${path}`, { headers, signal }).catch(() => undefined);
    return null;
  }
  const isFull = async (): Promise<boolean> => (await world.admin.get('/users/me')).status === 429;
  const refused = (caller: string): Promise<number> =>
    figureOf(stack.apis[0]!, 'concurrency_limited_total', { caller });

  async function withLockedTable<Result>(work: (lock: pg.Client) => Promise<Result>): Promise<Result> {
    return withClient(stack.databaseUrl, async (lock) => {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE workflows IN ACCESS EXCLUSIVE MODE');
      return work(lock);
    });
  }

  /** Runs `work` while the limit of calls of the administrator wait. @returns their answers */
  async function whileFull(work: () => Promise<void>, signal?: AbortSignal): Promise<(Answer | null)[]> {
    return withLockedTable(async (lock) => {
      const waiting = Array.from({ length: LIMIT }, () => slow(signal));
      const areBlocked = async () => (await lockWaits(stack.databaseUrl)) === LIMIT;
      await eventually(areBlocked, 'all of them wait for the lock');
      await work();
      await lock.query('COMMIT');
      return Promise.all(waiting);
    });
  }
  const statusesOf = (answers: readonly (Answer | null)[]): Set<number | undefined> =>
    new Set(answers.map((answer) => answer?.status));

  /** Each of them is served only if no call of before is still counted. */
  const expectNoneCounted = async (): Promise<void> => {
    expect(statusesOf(await whileFull(async () => undefined))).toEqual(new Set([200]));
  };

  it('are limited by user, whatever session and credential', async () => {
    const before = await refused('user');
    const served = await whileFull(async () => {
      const another = await new TestClient(world.admin.baseUrl).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
      for (const client of [world.admin, world.admin.inBrowser, another]) {
        const { status, body, headers } = await client.get('/users/me');
        expect([status, body.error_code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
      }
      expect((await world.admin.inBrowser.get('/meta')).status).toBe(429);
    });
    expect(statusesOf(served)).toEqual(new Set([200]));
    expect(await refused('user')).toBeGreaterThanOrEqual(before + 4);
  });

  it('leave reveals and the end of sessions to the user, and everything to others', async () => {
    await whileFull(async () => {
      const [wrap, reveal, sessions] = [
        await world.admin.get(`/requests/${NO_ID}/wraps/${NO_ID}`),
        await world.admin.post('/reveal-sessions', { access_request_id: NO_ID }),
        await world.admin.get('/users/me/sessions'),
      ];
      expect([wrap.status, reveal.status, sessions.status]).toEqual([404, 404, 200]);
      const another = await new TestClient(world.admin.baseUrl).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
      expect((await another.post('/auth/logout')).status).toBe(204);
      expect((await world.developer.get('/users/me')).status).toBe(200);
      const there = Object.assign(Object.create(world.admin) as TestClient, { baseUrl: stack.apis[1]!.url });
      expect((await there.get('/users/me')).status).toBe(200);
      for (const path of ['readyz', 'metrics', 'api/v1/openapi.json', 'api/v1/meta'])
        expect([path, (await fetch(`${stack.apis[0]!.url}/${path}`)).status]).toEqual([path, 200]);
    });
  });

  it('count while they work, also when their client has disconnected', async () => {
    const gone = new AbortController();
    await whileFull(async () => {
      gone.abort();
      for (let n = 0; n < 20; n += 1) expect(await isFull()).toBe(true);
    }, gone.signal);
    await expectNoneCounted();
  });

  it('are no longer counted however they end', async () => {
    const ends: [status: number, call: () => Promise<Answer>][] = [
      [200, () => world.developer.get('/users/me')],
      [400, () => world.admin.post('/teams', { name: 7 })],
      [403, () => world.developer.post('/roles', { name: 'x', permissions: [] })],
      [404, () => world.admin.get(`/teams/${NO_ID}`)],
      [413, () => world.admin.post('/teams', { name: 'x'.repeat(2_000_000) })],
      [401, () => world.admin.get('/users/me', { headers: { 'countersign-user': NO_ID } })],
      [304, () => world.admin.get('/requests/waiting/count', { headers: { 'if-none-match': '*' } })],
    ];
    for (const [status, call] of ends) {
      for (let n = 0; n <= LIMIT; n += 1) expect([status, (await call()).status]).toEqual([status, status]);
    }
    await Promise.all(Array.from({ length: 2 * LIMIT }, cutOffBody));
    await expectNoneCounted();
  });

  /** Sends a part of a body and disconnects once the service reads it. */
  async function cutOffBody(): Promise<void> {
    const socket = connect(Number(new URL(stack.apis[0]!.url).port), '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const head = `host: x\r\nauthorization: Bearer ${world.admin.token}\r\ncontent-type: application/json`;
    socket.on('error', () => undefined);
    socket.write(`POST /api/v1/teams HTTP/1.1\r\n${head}\r\ncontent-length: 100\r\n\r\n{"name":`, () =>
      setTimeout(() => socket.destroy(), 50),
    );
    await closed;
  }

  it('do not include those that wait for a change (Prefer: wait)', async () => {
    const path = '/requests/waiting/count';
    const tag = (await world.admin.get(path)).headers.get('etag')!;
    const headers = { 'if-none-match': tag, prefer: 'wait=6' };
    const ended = Array.from({ length: 3 }, () => world.admin.get(path, { headers }));
    await eventually(async () => (await figureOf(stack.apis[0]!, 'waiting_calls')) === 3, 'they wait');
    const served = await whileFull(async () => undefined);
    expect(statusesOf(served)).toEqual(new Set([200]));
    expect(statusesOf(await Promise.all(ended))).toEqual(new Set([304]));
  }, 60_000);

  it('are limited by agent', async () => {
    const [one, other] = [await enrollAgent(world), await enrollAgent(world)];
    const gone = new AbortController();
    const polls = Array.from({ length: LIMIT }, () => claim(one, gone.signal, 25));
    await eventually(async () => (await claim(one)) === 429, 'the limit is reached');
    expect([await claim(one), await claim(other)]).toEqual([429, 204]);
    expect(await refused('agent')).toBeGreaterThanOrEqual(2);
    gone.abort();
    expect(new Set(await Promise.all(polls))).toEqual(new Set([null]));
    await eventually(async () => (await claim(one)) === 204, 'served again');
  });

  /** @returns the status; null once aborted */
  async function claim(agent: AgentIdentity, signal?: AbortSignal, seconds = 0): Promise<number | null> {
    const headers = { 'x-agent-secret': agent.secret, 'content-type': 'application/json' };
    const body = JSON.stringify({ wait_seconds: seconds });
    const url = `${stack.apis[0]!.url}/api/v1/agents/${agent.id}/jobs/claim`;
    return fetch(url, { method: 'POST', headers, body, signal }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => null,
    );
  }
});
