import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { CacheContent } from '../support/cache-content.js';
import { type Answer, TestClient } from '../support/client.js';
import { CROSS_SITE } from '../support/cross-site.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { FORM, GUARDED, isOfAgent, type Route, takesForm, VALUES } from './document.js';
import { EVERYTHING_ON } from './everything-on.js';
import { buildCast, type Cast } from './principals.js';
import { rowOf } from './routes.js';

/** These services look at rows first: what is not there is 404. */
const isRefusedAtTheGate = ({ name }: Route): boolean => !rowOf(name).past.includes('nobody');

interface Denial {
  readonly actor: string;
  readonly action: string;
  readonly status: string;
  readonly metadata: Record<string, unknown>;
}

let stack: TestStack;
let cast: Cast;
let database: pg.Client;
let redis: CacheContent;
let cookie: string;
beforeAll(async () => {
  stack = await startStack({ env: EVERYTHING_ON });
  database = new pg.Client({ connectionString: stack.databaseUrl });
  redis = CacheContent.open(stack.redisUrl);
  const [, built] = await Promise.all([database.connect(), buildCast(stack)]);
  cast = built;
  const body = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
  const signedIn = await new TestClient(stack.apis[0]!.url).post('/auth/login', body);
  cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
}, 120_000);
afterAll(async () => {
  redis?.disconnect();
  await database?.end();
  await stack?.stop();
});

function call(by: TestClient, route: Route, headers: Record<string, string> = {}) {
  const { verb, path } = route;
  const address = path.replace('/api/v1', '').replace(/\{\w+\}/g, () => randomUUID());
  const form = takesForm(route);
  const body = verb === 'GET' || verb === 'DELETE' ? undefined : form ? '' : {};
  return by.call(verb, address, body, { headers: { ...headers, ...(form ? { 'content-type': FORM } : {}) } });
}

/**
 * Returns what the audit log says of a call. Refusals that were alike before are forgotten first: they would be thinned
 * out.
 */
async function denialsOf(make: () => Promise<Answer>): Promise<{ answer: Answer; denials: Denial[] }> {
  const tallies = await redis.keys('countersign:refusals:*');
  await redis.del(...tallies);
  const answer = await make();
  const { rows } = await database.query<Denial>(
    'SELECT actor, action, status, metadata FROM audit_events WHERE correlation_id = $1',
    [answer.headers.get('x-correlation-id')],
  );
  return { answer, denials: rows };
}

/** One event says who was refused what; the general one also at which operation, with which code. */
function expectTrace(route: Route, actor: string, { body }: Answer, denials: Denial[]): void {
  expect(denials).toMatchObject([{ actor, status: 'denied' }]);
  const [{ action, metadata }] = denials as [Denial];
  if (action !== 'access.denied') return;
  const permission = body.permission ?? metadata.permission;
  expect(metadata).toEqual({ operation: route.name, code: body.error_code, permission, count: 1 });
}

describe('a 403 on a route that changes something or returns a value', () => {
  it.each(GUARDED.filter(isRefusedAtTheGate).map((route) => [route.name, route] as const))(
    'is audited: %s, without a permission',
    async (name, route) => {
      const { client } = cast.voices.nobody;
      const { answer, denials } = await denialsOf(() => call(client, route));
      if (isOfAgent(route)) return expect([name, answer.status]).toEqual([name, 401]);
      expect([name, answer.status]).toEqual([name, 403]);
      expectTrace(route, `user:${client.userId}`, answer, denials);
    },
  );

  it.each(GUARDED.map((route) => [route.name, route] as const))(
    'is audited: %s, from another site',
    async (name, route) => {
      const by = new TestClient(stack.apis[0]!.url);
      const { answer, denials } = await denialsOf(() => call(by, route, { cookie, ...CROSS_SITE }));
      if (answer.status !== 403) return expect(VALUES).toContain(name);
      expect(answer.body.error_code).toBe('cross_site_request_refused');
      expectTrace(route, `user:${cast.voices.admin.client.userId}`, answer, denials);
    },
  );

  it('leaves at most ten rows for an address without a session, whatever it calls from another site', async () => {
    const by = new TestClient(stack.apis[0]!.url);
    const { rowCount: before } = await database.query('SELECT FROM audit_events');
    const statuses = new Map<number, number>();
    for (const route of GUARDED) {
      const { status } = await call(by, route, CROSS_SITE);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(403)).toBeGreaterThan(90);
    const { rowCount: after } = await database.query('SELECT FROM audit_events');
    expect(after! - before!).toBeLessThanOrEqual(10);
  });

  it('has no second event where the refusal has a specific one', async () => {
    const { client } = cast.voices.policy_author;
    const make = () => client.post(`/projects/${randomUUID()}/policy-rules`, {});
    for (const _ of [1, 2]) {
      const { denials } = await denialsOf(make);
      expect(denials.filter(({ action }) => action === 'access.denied')).toEqual([]);
    }
    const mint = await denialsOf(() =>
      cast.voices.admin.client.post('/agents', { name: 'a', scope: { cluster: 'b' } }),
    );
    expect([mint.answer.status, mint.denials.map(({ action }) => action)]).toEqual([403, ['agent.mint']]);
  });

  it('names an unauthenticated caller by address', async () => {
    const by = new TestClient(stack.apis[0]!.url);
    const { answer, denials } = await denialsOf(() => by.post('/auth/login', {}, { headers: CROSS_SITE }));
    expect(answer.status).toBe(403);
    expect(denials).toMatchObject([{ actor: 'anonymous', metadata: { ip: by.address } }]);
  });

  it('is sampled when it repeats: the 1st, 10th and 100th, with the count', async () => {
    const { client } = cast.voices.nobody;
    await redis.clear();
    const last: Answer[] = [];
    for (let n = 0; n < 3; n += 1)
      last.push(...(await Promise.all(Array.from({ length: 40 }, () => client.post('/roles', {})))));
    expect(new Set(last.map(({ status }) => status))).toEqual(new Set([403]));
    const { rows } = await database.query<{ count: number }>(
      `SELECT (metadata->>'count')::int AS count FROM audit_events
       WHERE action = 'access.denied' AND correlation_id = ANY ($1::uuid[]) ORDER BY 1`,
      [last.map(({ headers }) => headers.get('x-correlation-id'))],
    );
    expect(rows.map(({ count }) => count)).toEqual([1, 10, 100]);
  });

  it('is sampled per operation: one refusal hides no other', async () => {
    const { client } = cast.voices.nobody;
    await redis.clear();
    const refused = GUARDED.filter(isRefusedAtTheGate);
    const answers: [string, Answer][] = [];
    for (const route of refused) answers.push([route.name, await call(client, route)]);
    const made = answers.filter(([, { body }]) => body?.error_code === 'permission_denied');
    expect(made.length).toBeGreaterThan(30);
    const { rows } = await database.query<{ operation: string }>(
      `SELECT metadata->>'operation' AS operation FROM audit_events
       WHERE action = 'access.denied' AND correlation_id = ANY ($1::uuid[])`,
      [made.map(([, { headers }]) => headers.get('x-correlation-id'))],
    );
    expect(rows.map(({ operation }) => operation).sort()).toEqual(made.map(([name]) => name).sort());
  });

  it('is not audited on a route that only reads', async () => {
    const { client } = cast.voices.nobody;
    const { answer, denials } = await denialsOf(() => client.get('/users'));
    expect([answer.status, denials]).toEqual([403, []]);
  });
});
