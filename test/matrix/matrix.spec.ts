import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Answer } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { DOCUMENT, ENDS_SESSION, FORM, isOfAgent, OPERATIONS, type Route, takesForm } from './document.js';
import { EVERYTHING_ON } from './everything-on.js';
import { buildCast, type Cast, PEOPLE, type Principal, PRINCIPALS, type Voice } from './principals.js';
import { type Row, rowOf, ROUTES } from './routes.js';

interface Stamp {
  readonly id: string;
  readonly last_mfa_at: Date | null;
}

let stack: TestStack;
let cast: Cast;
let database: pg.Client;
let stampsBefore: Stamp[];

beforeAll(async () => {
  stack = await startStack({ env: EVERYTHING_ON });
  database = new pg.Client({ connectionString: stack.databaseUrl });
  const [, built] = await Promise.all([database.connect(), buildCast(stack)]);
  cast = built;
  stampsBefore = await stamps();
}, 60_000);
afterAll(async () => {
  await database?.end();
  await stack?.stop();
});

async function stamps(): Promise<Stamp[]> {
  return (await database.query<Stamp>('SELECT id, last_mfa_at FROM sessions ORDER BY id')).rows;
}

/** Agents speak for themselves; every other row is one that does not exist, so that nothing has an effect. */
function addressOf(route: Route): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name) =>
    isOfAgent(route) && name === 'id' ? cast.ids.agents : randomUUID(),
  );
}

function call(voice: Voice, route: Route, address: string): Promise<Answer> {
  const [{ verb }, form] = [route, takesForm(route)];
  const headers = { ...voice.headers, ...(form ? { 'content-type': FORM } : {}) };
  const body = verb === 'GET' || verb === 'DELETE' ? undefined : form ? '' : {};
  return voice.client.call(verb, at(address), body, { headers });
}

/** The test client puts the version before an address that begins with a slash. */
const at = (address: string): string =>
  address.startsWith('/api/v1') ? address.slice('/api/v1'.length) : address.slice(1);

type Outcome = 'past the guard' | 'asked to sign in' | 'asked to step up' | 'denied';

function outcomeOf({ status, body }: Answer, row: Row): Outcome {
  const code = String(body?.error_code);
  if (['unauthenticated', 'unauthorized'].includes(code)) return 'asked to sign in';
  if (code === 'step_up_required') return 'asked to step up';
  if (status === 403 && code === (row.refusal ?? 'permission_denied')) return 'denied';
  return 'past the guard';
}

function expected(row: Row, principal: Principal, agentRoute: boolean): Outcome {
  if (row.past.includes(principal)) return 'past the guard';
  const isPerson = !['anonymous', 'agent', 'revoked_agent'].includes(principal);
  if (!isPerson || agentRoute) return 'asked to sign in';
  return row.stepUp && principal === 'stale' && row.past.includes('admin') ? 'asked to step up' : 'denied';
}

describe('every route', () => {
  it('is in the table of who may call it, and no other', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });

  it.each(OPERATIONS.map((route) => [route.name, route] as const))(
    'lets the principals of the table pass, and no other: %s',
    async (name, route) => {
      const row = rowOf(name);
      const found = await Promise.all(
        PRINCIPALS.map(async (principal) => {
          const own = cast.voices[principal];
          const voice = ENDS_SESSION.has(name) ? await own.again() : own;
          const answer = await call(voice, route, addressOf(route));
          expect([principal, answer.status]).not.toEqual([principal, 500]);
          return [principal, outcomeOf(answer, row)];
        }),
      );
      expect(found).toEqual(
        PRINCIPALS.map((principal) => [principal, expected(row, principal, isOfAgent(route))]),
      );
    },
  );
});

describe('GET /api/v1/openapi.json', () => {
  it('returns the committed description, and 304 for its ETag', async () => {
    const { client } = cast.voices.anonymous;
    const given = await client.get('/openapi.json');
    expect(given.body).toEqual(DOCUMENT);
    expect(given.headers.get('cache-control')).toBe('public, max-age=300');
    const held = { 'if-none-match': given.headers.get('etag')! };
    expect((await client.get('/openapi.json', { headers: held })).status).toBe(304);
  });
});

describe('all these calls together', () => {
  it('refreshed no step-up: only the step-up itself does', async () => {
    const stamped = stampsBefore.filter(({ last_mfa_at: at }) => at !== null);
    expect(stamped).toHaveLength(PEOPLE.length);
    const after = await stamps();
    expect(after.filter(({ id }) => stampsBefore.some((before) => before.id === id))).toEqual(stampsBefore);
  });
});

describe('HEAD and OPTIONS', () => {
  /** A digest of the database except when sessions and agents were last seen. */
  async function contents(): Promise<Record<string, string>> {
    const tables = await database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await database.query<{ sum: string }>(
        `SELECT md5(coalesce(string_agg(row, '' ORDER BY row), '')) AS sum
         FROM (SELECT (to_jsonb(t) - 'idle_expires_at' - 'last_seen_at')::text AS row FROM "${name}" t) rows`,
      );
      sums[name] = rows[0]!.sum;
    }
    return sums;
  }

  /** Rows that are there, so that something could happen to them. */
  const realAddress = (path: string): string =>
    path.replace(/([\w-]+)\/\{\w+\}/g, (_, collection: string) => {
      const ids: Readonly<Record<string, string>> = cast.ids;
      return `${collection}/${ids[collection] ?? randomUUID()}`;
    });

  it('change nothing, for any principal', async () => {
    const before = await contents();
    for (const path of Object.keys(DOCUMENT.paths))
      for (const verb of ['HEAD', 'OPTIONS'])
        for (const principal of ['anonymous', 'admin', 'integrator', 'agent'] as const) {
          const { client, headers } = cast.voices[principal];
          const { status } = await client.call(verb, at(realAddress(path)), undefined, { headers });
          expect([verb, path, status < 500 || path === '/readyz']).toEqual([verb, path, true]);
        }
    expect(await contents()).toEqual(before);
  }, 60_000);

  it('are refused where a GET has an effect', async () => {
    const wraps = `/agents/${cast.ids.agents}/wraps/${randomUUID()}`;
    const own = `/requests/${randomUUID()}/wraps/${randomUUID()}`;
    for (const [principal, path] of [
      ['agent', wraps],
      ['agent', `/agents/${cast.ids.agents}/self`],
      ['admin', own],
    ] as const) {
      const { client, headers } = cast.voices[principal];
      const answer = await client.call('HEAD', path, undefined, { headers });
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET']);
    }
  });
});
