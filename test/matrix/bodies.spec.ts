import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Schema } from '../../tools/openapi/schema.js';
import { CacheContent } from '../support/cache-content.js';
import type { Answer } from '../support/client.js';
import { loopRecorder } from '../support/loop-recorder.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';
import { ENDS_SESSION, FORM, isOfAgent, OPERATIONS, type Route, takesForm } from './document.js';
import { EVERYTHING_ON } from './everything-on.js';
import { hostileBodies, type HostileBody } from './hostile-bodies.js';
import { buildCast, type Cast, type Voice } from './principals.js';
import { rowOf } from './routes.js';
import { resolved, withMember } from './schema-values.js';

const KIB = 1024;
const MIB = KIB * KIB;
/** D96: bodies of unauthenticated callers and agents are short, except these. */
const SHORT = 16 * KIB;
const LIMITS: Readonly<Record<string, number>> = {
  'POST /api/v1/agents/{id}/wraps': 128 * KIB,
  'POST /api/v1/agents/{id}/gitops/observations': MIB,
  'POST /api/v1/agents/{id}/secrets/bulk': 8 * MIB,
  'POST /api/v1/auth/mfa/handoff/{id}/response': 64 * KIB,
  'POST /api/v1/auth/mfa/verify': 64 * KIB,
  'POST /api/v1/users/me/mfa/webauthn/finish': 64 * KIB,
};
const WITH_BODY = OPERATIONS.filter(({ verb }) => ['POST', 'PUT', 'PATCH'].includes(verb)).map(
  (route) => [route.name, route] as const,
);

function limitOf(route: Route): number {
  const isShort = route.operation.security.length === 0 || isOfAgent(route);
  return LIMITS[route.name] ?? (isShort ? SHORT : MIB);
}

let stack: TestStack;
let cast: Cast;
let cache: CacheContent;
let database: pg.Client;
/** Of an Argo CD in the agent's cluster. */
let endpointId: string;
const recorder = loopRecorder();

beforeAll(async () => {
  stack = await startStack({
    env: { ...EVERYTHING_ON, ...recorder.env, SVC_AGENT_DIRECT_MINT_ENABLED: 'true' },
  });
  cast = await buildCast(stack);
  cache = CacheContent.open(stack.redisUrl);
  database = new pg.Client({ connectionString: stack.databaseUrl });
  await database.connect();
  endpointId = await argoEndpoint();
}, 60_000);
afterAll(async () => {
  cache?.disconnect();
  await database?.end();
  await stack?.stop();
});
/** No call here may be refused by a rate limit, or because the agent's credential was rotated before. */
beforeEach(async () => {
  await cache.clear();
  await database.query(
    `UPDATE agents SET previous_secret_expires_at = 'infinity' WHERE previous_secret_hash IS NOT NULL`,
  );
});

/** Returns the discovery that the agent holds: others may have begun and claimed one before, or ended it. */
async function claimedDiscovery(): Promise<string> {
  const { integrator, agent } = cast.voices;
  await integrator.client.post(`/provider-connections/${cast.ids['provider-connections']}/discover-now`);
  const claim = (): Promise<Answer> =>
    agent.client.post(`/agents/${cast.ids.agents}/jobs/claim`, {}, { headers: agent.headers });
  while ((await claim()).status === 200);
  const sql = `SELECT id FROM jobs WHERE kind = 'discover' AND status = 'claimed' AND agent_id = $1`;
  return (await database.query<{ id: string }>(sql, [cast.ids.agents])).rows[0]!.id;
}

async function argoEndpoint(): Promise<string> {
  const body = { name: 'argo', cluster_name: 'main', base_url: 'https://argo.test' };
  return created(await cast.voices.integrator.client.post('/argocd-endpoints', body)).id;
}

/** A principal whom the guard lets pass. */
async function rightful({ name }: Route): Promise<Voice> {
  const { past } = rowOf(name);
  const principal = past.includes('admin') ? 'admin' : past[0]!;
  const voice = cast.voices[principal];
  return ENDS_SESSION.has(name) ? voice.again() : voice;
}

/** Rows that are there, as far as there is one of each kind. */
function addressOf(route: Route): string {
  // Agents act on themselves; this one is never revoked.
  const ids: Readonly<Record<string, string>> = {
    ...cast.ids,
    agents: isOfAgent(route) ? cast.ids.agents : '',
  };
  return route.path.replace(
    /([\w-]+)\/\{\w+\}/g,
    (_, collection: string) => `${collection}/${ids[collection] || randomUUID()}`,
  );
}

const headersOf = ({ client, headers }: Voice, route: Route): Record<string, string> => ({
  'x-forwarded-for': client.address,
  ...(client.token === null ? {} : { authorization: `Bearer ${client.token}` }),
  'content-type': takesForm(route) ? FORM : 'application/json',
  ...headers,
});

/** Returns the status of the answer to a head that announces so many bytes, of which none come. */
async function announced(route: Route, bytes: number): Promise<number> {
  const lines = Object.entries(headersOf(await rightful(route), route)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `${route.verb} ${addressOf(route)} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n`;
  const socket = connect(Number(new URL(stack.apis[0]!.url).port), '127.0.0.1');
  socket.write(`${head}${lines.join('')}\r\n`);
  const [first] = await new Promise<Buffer[]>((resolve, reject) => {
    socket.once('data', (chunk) => resolve([chunk])).once('error', reject);
    socket.setTimeout(30_000, () => reject(new Error('no answer')));
  });
  socket.destroy();
  return Number(first!.toString('latin1').split(' ')[1]);
}

/** What refuses a call before its body was read. */
const UNREAD = [
  ...['unauthenticated', 'unauthorized', 'permission_denied', 'step_up_required', 'rate_limited'],
  ...['payload_too_large', 'unsupported_media_type', 'internal_error', 'request_timeout'],
];

/** Returns the text of the answer. */
async function answerTo(
  voice: Voice,
  route: Route,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(`${stack.apis[0]!.url}${addressOf(route)}`, {
    method: route.verb,
    headers: { ...headersOf(voice, route), ...headers },
    body,
    redirect: 'manual',
  });
  return answer.text();
}

/** Returns the code of the answer's error; empty where there is none. */
async function send(...call: Parameters<typeof answerTo>): Promise<string> {
  return /"error_code":"(\w+)"/.exec(await answerTo(...call))?.[1] ?? '';
}

describe('the size of a body', () => {
  it('is exceptional for existing routes only', () => {
    const names = OPERATIONS.map(({ name }) => name);
    expect(Object.keys(LIMITS).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(WITH_BODY)('of %s has its documented limit, to the byte', async (_name, route) => {
    const limit = limitOf(route);
    const padded = takesForm(route) ? 'x='.padEnd(limit, 'x') : '{}'.padEnd(limit, ' ');
    const fits = await send(await rightful(route), route, padded);
    expect(UNREAD).not.toContain(fits);
    expect(await announced(route, limit + 1)).toBe(413);
    const { requestBody } = route.operation;
    const said = limit >= MIB ? `${limit / MIB} MiB` : `${limit / KIB} KiB`;
    if (requestBody) expect(requestBody.description).toBe(`At most ${said}.`);
  });
});

describe('a body that another site’s form could send', () => {
  it.each(WITH_BODY)('is refused by %s', async (_name, route) => {
    const types = [
      'text/plain',
      'multipart/form-data; boundary=x',
      takesForm(route) ? 'application/json' : FORM,
    ];
    for (const type of types) {
      const code = await send(await rightful(route), route, '{}', { 'content-type': type });
      expect([type, code]).toEqual([type, 'unsupported_media_type']);
    }
  });
});

describe('a body at its limits', () => {
  const MAX_MS = 50;
  /** For more than 1 MiB, which only the agents' pages of a discovery may have. */
  const MAX_LARGE_MS = 100;
  const TRIES = 10;

  /**
   * Returns the least of some tries: a collection of garbage may come in between, what takes quadratic time takes it
   * always.
   */
  async function costOf(
    voice: Voice,
    route: Route,
    { body, isValid }: HostileBody,
    most: number,
  ): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES && least >= most; tries += 1) {
      await cache.clear();
      await recorder.longestMs();
      const code = await send(voice, route, body);
      expect(UNREAD).not.toContain(code);
      if (isValid !== undefined) expect(code).toBe(isValid ? '' : 'validation_failed');
      least = Math.min(least, await recorder.longestMs());
    }
    return least;
  }

  const readers = new Set<string>();

  it.each(WITH_BODY)(
    'of %s blocks the event loop for less than 50 ms',
    async (_name, route) => {
      const voice = await rightful(route);
      const slow: unknown[] = [];
      const limit = limitOf(route);
      const reader = `${limit} ${takesForm(route)} ${isOfAgent(route)}`;
      const sameReader = readers.has(reader);
      readers.add(reader);
      // What the agent reports about is there, and no claim waits.
      const given: Record<string, unknown> = { endpoint_id: endpointId, wait_seconds: 0 };
      if (route.path.endsWith('/secrets/bulk')) given.job_id = await claimedDiscovery();
      for (const hostile of hostileBodies({ route, limit, sameReader, given })) {
        const most = hostile.body.length > MIB ? MAX_LARGE_MS : MAX_MS;
        const by = ENDS_SESSION.has(route.name) ? await voice.again() : voice;
        const ms = await costOf(by, route, hostile, most);
        if (ms >= most) slow.push([hostile.what, Math.round(ms)]);
      }
      expect(slow).toEqual([]);
    },
    120_000,
  );
});

describe('a member that every object inherits', () => {
  const NAMES = ['toString', 'hasOwnProperty', 'constructor', '__proto__'];
  const REFUSED =
    /is not a member of this request|holds (an unknown member|a member name that is not allowed)/;
  const schemaOf = ({ operation }: Route): Schema =>
    resolved(operation.requestBody?.content['application/json']?.schema ?? {});

  it.each(WITH_BODY.filter(([, route]) => schemaOf(route).properties))(
    'is unknown to %s, also within its objects',
    async (_name, route) => {
      const voice = await rightful(route);
      const schema = schemaOf(route);
      for (const name of NAMES)
        for (const body of withMember(schema, schema.example, name)) {
          await cache.clear();
          expect([name, await answerTo(voice, route, JSON.stringify(body))]).toEqual([
            name,
            expect.stringMatching(REFUSED),
          ]);
        }
    },
  );
});

describe('a cursor', () => {
  const PAGED = OPERATIONS.filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === 'cursor'),
  ).map((route) => [route.name, route] as const);
  const IMPOSSIBLE = [
    ...['2026-02-30T00:00:00Z', '2025-02-29T00:00:00.5Z', '2026-00-10T00:00:00Z', '0000-01-01T00:00:00Z'],
    ...[
      '2026-01-01T24:00:00Z',
      '2026-01-01T23:59:60Z',
      '2026-13-01T00:00:00Z',
      '2026-06-31T00:00:00.000001Z',
    ],
  ];

  it.each(PAGED)('of %s with an impossible date is 400', async (_name, route) => {
    const { client, headers } = await rightful(route);
    for (const at of IMPOSSIBLE) {
      const cursor = Buffer.from(`${at}|${randomUUID()}`).toString('base64url');
      const path = `${addressOf(route).slice('/api/v1'.length)}?cursor=${cursor}`;
      const { status, body } = await client.call('GET', path, undefined, { headers });
      expect([at, status, body.error_code]).toEqual([at, 400, 'validation_failed']);
    }
  });
});
