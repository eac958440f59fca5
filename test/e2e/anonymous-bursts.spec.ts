import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import {
  type ExecutedRead,
  insertPeople,
  type StoredPerson,
} from '../../libs/requests/src/testing/executed-reads.js';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { insertReads, MASTER_KEY_ENV } from '../support/executed-reads.js';
import { figureOf } from '../support/figure-of.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld } from '../support/world.js';

/** More than the pool of 20 and five callers that wait for each of them. */
const CONNECTIONS = 200;
/** Calls of each kind to an overloaded process: few, which all come while it is. */
const EACH = 10;
const ADDRESS = '192.0.2.77';

const VALUE = Buffer.from(canary('value to reveal'));
const WRAPS = 10;

describe('a burst of unauthenticated callers', () => {
  let stack: TestStack;
  let publicKey: string;
  let people: StoredPerson[];
  let read: ExecutedRead;
  beforeAll(async () => {
    stack = await startStack({ realPasswordCost: true, env: MASTER_KEY_ENV });
    publicKey = generateAgentKeyPair().publicKeyBase64;
    const world = await buildWorld(stack);
    await withClient(stack.databaseUrl, async (database) => {
      people = await insertPeople(database, 3);
      const values = Array.from({ length: WRAPS }, () => VALUE);
      [read] = (await insertReads(database, world, [people[0]!], () => values)) as [ExecutedRead];
    });
  }, 60_000);
  afterAll(() => stack?.stop());

  const signedIn = (person: StoredPerson, path: string): Promise<Answer> =>
    stranger().get(path, { headers: { cookie: `svc_session=${person.cookie}` } });

  /** A signed-in person calls, and retrieves a value. */
  async function expectServed(): Promise<void> {
    const [me, revealed] = await Promise.all([
      signedIn(read.requester, '/users/me'),
      signedIn(read.requester, `/requests/${read.requestId}/wraps/${read.wrapIds[(revealedWraps += 1)]}`),
    ]);
    expect([me.status, revealed.status, revealed.body.value]).toEqual([200, 200, VALUE.toString('base64')]);
  }
  let revealedWraps = -1;

  const stranger = (): TestClient => new TestClient(stack.apis[0]!.url);
  const cookie = (): string => `cookie: svc_session=${randomBytes(32).toString('base64url')}\r\n`;
  const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;

  function post(path: string, body: string, announced = body.length): string {
    const head = `host: x\r\nx-forwarded-for: ${ADDRESS}\r\ncontent-type: application/json`;
    return `POST ${path} HTTP/1.1\r\n${head}\r\ncontent-length: ${announced}\r\n\r\n${body}`;
  }

  /** Sends everything at once. @returns the statuses received until the connection ended or `enough` had come */
  function statusesOf(bytes: string, enough: number): Promise<number[]> {
    const socket = connect(Number(new URL(stack.apis[0]!.url).port), '127.0.0.1');
    let text = '';
    const statuses = (): number[] =>
      [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    return new Promise((resolve) => {
      socket.setTimeout(15_000, () => socket.destroy());
      socket.on('error', () => undefined).once('close', () => resolve(statuses()));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (statuses().length >= enough) socket.destroy();
      });
      socket.write(bytes);
    });
  }

  /** Number of callers refused because of the queue for the database. */
  const shed = (): Promise<number> =>
    figureOf(stack.apis[0]!, 'load_shed_total', { reason: 'database_pool' });

  /** Another caller keeps calling meanwhile: may be refused for load, but never fails otherwise. */
  async function askMeanwhile(work: Promise<unknown>): Promise<void> {
    let running = true;
    void work.then(() => (running = false));
    while (running) {
      await stranger().get('/requests');
      await sleep(20);
    }
  }

  const calm = (): Promise<unknown> =>
    eventually(async () => (await stranger().get('/requests')).status === 401, 'calm');

  const enrollment = (): string =>
    JSON.stringify({
      enrollment_token: canary(`guessed token ${randomBytes(8).toString('hex')}`),
      ...{ name: 'a', cluster_name: 'main', public_key: publicKey },
    });

  it.each<[what: string, call: () => string]>([
    ['the readiness probe', () => get('/readyz')],
    ['the metrics', () => get('/metrics')],
    ['the meta route, with made-up cookies', () => get('/api/v1/meta', cookie())],
    ['a route for people, with made-up cookies', () => get('/api/v1/users/me', cookie())],
    ['enrollment, with made-up tokens', () => post('/api/v1/agents/enroll', enrollment())],
  ])(
    'do not lock anybody out by calling %s',
    async (_what, call) => {
      await calm();
      const before = await shed();
      const all = Array.from({ length: CONNECTIONS }, () => statusesOf(call() + call() + call(), 3));
      const served = expectServed();
      await askMeanwhile(Promise.all(all));
      await served;
      expect((await Promise.all(all)).flat()).not.toContain(500);
      expect(await shed()).toBe(before);
    },
    60_000,
  );

  it('are answered sequentially over one connection, and disconnected when they keep pipelining', async () => {
    await calm();
    const few = await statusesOf(get('/healthz').repeat(50) + get('/api/v1/requests'), 51);
    expect(few).toEqual([...Array.from({ length: 50 }, () => 200), 401]);
    expect((await statusesOf(get('/healthz').repeat(1000), 1000)).length).toBeLessThan(1000);
    expect(await statusesOf(post('/api/v1/auth/login', '{"x":1}') + get('/healthz'), 2)).toEqual([400, 200]);
  });

  /** Returns a connection over which something was sent and nothing is read. */
  function unread(bytes: string): Socket {
    const socket = connect(Number(new URL(stack.apis[0]!.url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined).write(bytes);
    return socket;
  }

  const residentMib = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${stack.apis[0]!.pid}/status`, 'utf8'))![1]) / 1024;

  it('use little memory while they send without reading answers', async () => {
    await calm();
    const heads = get('/api/v1/meta', 'a:b\r\n'.repeat(3100)).repeat(60);
    const before = residentMib();
    const sockets = Array.from({ length: 100 }, () => unread(get('/api/v1/openapi.json').repeat(4) + heads));
    let most = 0;
    for (let n = 0; n < 20; n += 1) {
      await sleep(500);
      most = Math.max(most, residentMib() - before);
    }
    for (const socket of sockets) socket.destroy();
    expect(most).toBeLessThan(100);
  }, 60_000);

  it('are disconnected when they have not read an answer within half a minute', async () => {
    const open = (): number => readdirSync(`/proc/${stack.apis[0]!.pid}/fd`).length;
    await eventually(async () => open() < 50, 'those of before are gone');
    // More than the kernel holds for a connection.
    const sockets = Array.from({ length: 50 }, () => unread(get('/api/v1/openapi.json').repeat(20)));
    await eventually(async () => open() > 60, 'they are served');
    await eventually(async () => open() < 50, 'closed', 60_000);
    for (const socket of sockets) socket.destroy();
  }, 120_000);

  it('is refused before any work by an overloaded process, which serves who is signed in', async () => {
    await calm();
    const before = await shed();
    const served = await withClient(stack.databaseUrl, async (lock) => {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE workflows IN ACCESS EXCLUSIVE MODE');
      // Two people, each within the limit of a caller, take all connections and fill the queue for them.
      const [, ...two] = people;
      await Promise.all(people.map((person) => signedIn(person, '/users/me')));
      const waiting = two.flatMap((person) =>
        Array.from({ length: 70 }, () => signedIn(person, '/workflows')),
      );
      await eventually(async () => (await stranger().get('/requests')).status === 503, 'overloaded');
      const kinds = [get('/api/v1/requests'), get('/api/v1/meta'), post('/api/v1/auth/login', '{}')];
      kinds.push(post('/api/v1/agents/enroll', enrollment()));
      const burst = kinds.flatMap((call) => Array.from({ length: EACH }, () => statusesOf(call, 1)));
      expect(new Set((await Promise.all(burst)).flat())).toEqual(new Set([503]));
      expect(await statusesOf(get('/healthz') + get('/metrics'), 2)).toEqual([200, 200]);
      const meanwhile = expectServed();
      await lock.query('COMMIT');
      await meanwhile;
      return Promise.all(waiting);
    });
    // Whoever has waited too long for a connection gets 503 as well, but not for load.
    expect(served.filter(({ headers }) => headers.has('retry-after'))).toEqual([]);
    expect(served.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await shed()).toBeGreaterThanOrEqual(before + 4 * EACH);
  }, 60_000);
});
