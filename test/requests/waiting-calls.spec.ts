import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataOf } from '../../packages/client/src/index.js';
import type { Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { figureOf } from '../support/figure-of.js';
import type { RunningProcess } from '../support/process.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

/** Before a waiting call would look by itself, after ten seconds. */
const SOON_MS = 9000;

interface Ended {
  readonly answer: Answer;
  readonly ms: number;
}

describe('a call that waits for another answer', () => {
  let stack: TestStack;
  let world: World;
  let requester: TestClient;
  /** Changes are made at the first process; calls wait at the second. */
  let second: RunningProcess;
  beforeAll(async () => {
    stack = await startStack({ apis: 2 });
    second = stack.apis[1]!;
    world = await buildWorld(stack);
    const scope = { project_id: world.project.id };
    requester = await world.person('requester', 'developer', { scope });
  }, 60_000);
  afterAll(() => stack?.stop());

  async function submit(): Promise<string> {
    return created(await requester.post('/requests/read', readBody(world))).id;
  }
  const tagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';
  const held = async (client: TestClient, path: string): Promise<string> => tagOf(await client.get(path));

  async function ask(client: TestClient, path: string, headers: Record<string, string>, at = second) {
    const began = performance.now();
    const there = Object.assign(Object.create(client) as TestClient, { baseUrl: at.url });
    const answer = await there.call('GET', path, undefined, { headers });
    return { answer, ms: performance.now() - began };
  }
  const waitingCalls = (at = second): Promise<number> => figureOf(at, 'waiting_calls');
  /** Returns a call once it waits. */
  async function waiting(client: TestClient, path: string, at = second, more = {}) {
    const headers = { 'if-none-match': await held(client, path), prefer: 'wait=25', ...more };
    const before = await waitingCalls(at);
    const ended: Promise<Ended> = ask(client, path, headers, at);
    ended.catch(() => undefined);
    await eventually(async () => (await waitingCalls(at)) > before, 'it waits');
    return { ended };
  }
  const inDatabase = (sql: string, ...values: unknown[]): Promise<any[]> =>
    withClient(stack.databaseUrl, async (client) => (await client.query(sql, values)).rows);

  it('is answered 304 at once if the client has the current response and does not ask to wait', async () => {
    const id = await submit();
    const { headers } = await requester.get(`/requests/${id}`);
    expect(headers.get('etag')).toMatch(/^W\/"[\w-]{43}"$/);
    for (const tag of [headers.get('etag')!, `"x", ${headers.get('etag')!.slice(2)}`, '*']) {
      const { answer } = await ask(requester, `/requests/${id}`, { 'if-none-match': tag });
      expect([answer.status, answer.body, tagOf(answer)]).toEqual([304, null, headers.get('etag')]);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toBe('Authorization, Cookie');
      expect(answer.headers.get('preference-applied')).toBeNull();
    }
  });

  it('has a tag of what this user sees at this address', async () => {
    const id = await submit();
    const seen = [
      await held(requester, `/requests/${id}`),
      await held(requester, `/requests/${id}?expand=names`),
      await held(world.approver, `/requests/${id}`),
      await held(world.admin, `/requests/${id}`),
      await held(requester, '/requests'),
      await held(requester, '/requests?status=pending'),
      await held(requester, '/requests?status=pending&limit=1'),
      await held(requester, '/requests/waiting/count'),
      await held(world.developer, '/requests/waiting/count'),
    ];
    expect(new Set(seen).size).toBe(seen.length);
    for (const tag of seen.slice(1)) {
      const { answer, ms } = await ask(requester, `/requests/${id}`, {
        'if-none-match': tag,
        prefer: 'wait=9',
      });
      expect([answer.status, answer.body.id]).toEqual([200, id]);
      expect(answer.headers.get('preference-applied')).toBeNull();
      expect(ms).toBeLessThan(SOON_MS);
    }
  });

  it('has no tag on later pages, which can’t be awaited', async () => {
    await Promise.all([submit(), submit()]);
    const first = await requester.get('/requests?limit=1');
    const next = /<\/api\/v1([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    const { answer } = await ask(requester, next, { 'if-none-match': '*', prefer: 'wait=9' });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
  });

  it('ends with 304 if nothing changes, and is logged and measured without its wait', async () => {
    const id = await submit();
    const job = await dataOf(
      world.admin.api.POST('/api/v1/jobs', {
        body: { kind: 'connectivity_check', provider_connection_id: world.connection.id },
      }),
    );
    const paths: (readonly [TestClient, string])[] = [
      [requester, `/requests/${id}?expand=names`],
      [requester, '/requests?status=pending'],
      [world.approver, '/requests/waiting/count'],
      [world.approver, '/requests/inbox/count'],
      [world.admin, `/jobs/${job.job_id}`],
      [world.admin, '/agents'],
    ];
    await Promise.all(
      paths.map(async ([client, path]) => {
        const tag = await held(client, path);
        const headers = { 'if-none-match': tag, prefer: 'respond-async, wait=2' };
        const { answer, ms } = await ask(client, path, headers);
        expect([path, answer.status, answer.body, tagOf(answer)]).toEqual([path, 304, null, tag]);
        expect(answer.headers.get('preference-applied')).toBe('wait=2');
        expect(ms).toBeGreaterThan(1900);
      }),
    );
    const waited = await eventually(async () => {
      const lines = second.output().split('\n');
      const ended = lines.filter((line) => line.includes('"waited_ms"'));
      return ended.length === paths.length && ended.map((line) => JSON.parse(line));
    }, 'a line for each');
    for (const { status, waited_ms: rest, duration_ms: work } of waited) {
      expect([status, rest > 0, work < 2000, rest + work > 1900]).toEqual([304, true, true, true]);
    }
  });

  it('ends promptly after a decision at another process', async () => {
    const id = await submit();
    const one = await waiting(requester, `/requests/${id}`);
    const list = await waiting(requester, '/requests?status=pending');
    const count = await waiting(world.approver, '/requests/waiting/count');
    const approved = performance.now();
    expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
    const { answer } = await one.ended;
    expect(performance.now() - approved).toBeLessThan(SOON_MS);
    expect([answer.status, answer.body.status]).toEqual([200, 'approved']);
    expect(answer.headers.get('preference-applied')).toBe('wait=25');
    expect((await list.ended).answer.body.map((row: { id: string }) => row.id)).not.toContain(id);
    expect((await count.ended).answer.status).toBe(200);
    expect(performance.now() - approved).toBeLessThan(SOON_MS);
  });

  it('ends with the error of the next call, and extends no session', async () => {
    const id = await submit();
    const leaver = await world.person('leaver', 'developer');
    const out = await waiting(leaver, `/requests/${id}`);
    expect((await leaver.post('/auth/logout')).status).toBe(204);
    const { answer: ended, ms } = await out.ended;
    expect([ended.status, ended.body.error_code]).toEqual([401, 'unauthenticated']);
    expect([ended.headers.get('etag'), ms < SOON_MS]).toEqual([null, true]);

    const role = created(
      await world.admin.post('/roles', { name: 'jobs', permissions: ['integration.edit'] }),
    ) as { id: string };
    const operator = await world.person('operator', 'jobs');
    const [{ id: job }] = (await operator.get('/jobs')).body;
    const path = `/jobs/${job}`;
    const refused = await waiting(operator, path);
    const grants = (await world.admin.get(`/user-roles?user_id=${operator.userId}`)).body;
    expect(grants[0].role_id).toBe(role.id);
    expect((await world.admin.delete(`/user-roles/${grants[0].id}`)).status).toBe(204);
    expect((await refused.ended).answer.body.error_code).toBe('permission_denied');
  });

  it('does not move the idle expiry while it waits', async () => {
    const id = await submit();
    const path = `/requests/${id}`;
    const idle = async (): Promise<Date> =>
      (
        await inDatabase(
          `SELECT max(idle_expires_at) AS at FROM sessions WHERE user_id = $1`,
          world.approver.userId,
        )
      )[0].at;
    const call = await waiting(world.approver, path);
    await inDatabase(
      `UPDATE sessions SET idle_expires_at = clock_timestamp() + interval '60 s' WHERE user_id = $1`,
      world.approver.userId,
    );
    const before = await idle();
    created(await requester.post(`/requests/${id}/comments`, { text: 'still there?' }));
    await world.developer.post('/auth/logout');
    expect((await requester.post(`/requests/${id}/cancel`)).status).toBe(200);
    expect((await call.ended).answer.body.status).toBe('cancelled');
    expect(await idle()).toEqual(before);
    await world.approver.get('/users/me');
    expect((await idle()).getTime()).toBeGreaterThan(before.getTime());
  });

  it('ends when its client disconnects', async () => {
    const path = `/requests/${await submit()}`;
    const tag = await held(requester, path);
    const before = await waitingCalls();
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${requester.token}`, 'if-none-match': tag, prefer: 'wait=25' };
    const gone = fetch(`${second.url}/api/v1${path}`, { headers, signal: leaving.signal }).catch(() => null);
    await eventually(async () => (await waitingCalls()) > before, 'it waits');
    leaving.abort();
    await gone;
    await eventually(async () => (await waitingCalls()) === before, 'nobody waits', SOON_MS);
  });

  it('does not wait as the fourth of a session, nor as HEAD', async () => {
    const path = `/requests/${await submit()}`;
    const three = [
      await waiting(requester, path),
      await waiting(requester, path),
      await waiting(requester, path),
    ];
    const headers = { 'if-none-match': await held(requester, path), prefer: 'wait=25' };
    const { answer, ms } = await ask(requester, path, headers);
    expect([answer.status, answer.headers.get('preference-applied'), ms < SOON_MS]).toEqual([
      304,
      null,
      true,
    ]);
    expect((await requester.post(`${path}/cancel`)).status).toBe(200);
    for (const { ended } of three) expect((await ended).answer.body.status).toBe('cancelled');

    const head = { 'if-none-match': await held(requester, path), prefer: 'wait=25' };
    const alone = await requester.call('HEAD', path, undefined, { headers: head });
    expect([alone.status, alone.headers.get('preference-applied')]).toEqual([304, null]);
  });

  it('is answered at once by a process that stops', async () => {
    const third = await stack.addApi();
    const call = await waiting(requester, `/requests/${await submit()}`, third);
    const stopped = third.stop();
    const { answer, ms } = await call.ended;
    expect([answer.status, ms < 10_000]).toEqual([304, true]);
    expect(await stopped).toBe(0);
  });
});
