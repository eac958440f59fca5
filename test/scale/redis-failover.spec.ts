import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { insertPeople, type StoredPerson } from '../../libs/requests/src/testing/executed-reads.js';
import type { RedisServer } from '../../tools/redis.js';
import { startRedisCluster } from '../../tools/redis-cluster.js';
import { startRedisWithSentinels } from '../../tools/redis-sentinel.js';
import { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

/** A primary, and what takes over from it. */
interface Pair {
  readonly primary: RedisServer;
  readonly replica: RedisServer;
}

interface Topology {
  readonly url: string;
  readonly pairs: readonly Pair[];
  stop(): Promise<void>;
}

const TOPOLOGIES: readonly (readonly [string, () => Promise<Topology>])[] = [
  [
    'a Redis cluster',
    async () => {
      const cluster = await startRedisCluster();
      const pairs = cluster.primaries.map(({ server }, n) => ({
        primary: server,
        replica: cluster.replicas[n]!.server,
      }));
      return { url: cluster.url, pairs, stop: () => cluster.stop() };
    },
  ],
  [
    'a Redis that Sentinels watch',
    async () => {
      const watched = await startRedisWithSentinels();
      return { url: watched.url, pairs: [watched], stop: () => watched.stop() };
    },
  ],
];

const LOCK = 'countersign:lock:task:requests_expired';
/** Of values that one person retrieves in a minute. */
const LIMIT = 20;
const WINDOW_MS = 60_000;
const CALLERS = 4;
/** Of the requests that each story lets expire. */
const EXPIRING = 8;

describe.each(TOPOLOGIES)('Two api processes and two workers at %s', (_, startTopology) => {
  let topology: Topology;
  let stack: TestStack;
  let world: World;
  let database: pg.Pool;
  /** The one that has the lock of the task, and loses its primary. */
  let pair: Pair;
  let requester: StoredPerson;

  beforeAll(async () => {
    topology = await startTopology();
    const env = { REDIS_URL: topology.url, SVC_WORKER_REQUESTS_EXPIRED_INTERVAL: '50ms' };
    stack = await startStack({ apis: 2, worker: true, env });
    await stack.addWorker();
    world = await buildWorld(stack);
    database = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
    pair = await eventually(() => pairWith(LOCK), 'the lock of the task');
    requester = await requesterIn(pair);
  }, 120_000);
  afterAll(async () => {
    await database?.end();
    await stack?.stop();
    await topology?.stop();
  }, 60_000);

  async function withRedis<T>(server: RedisServer, work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(server.url);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }
  const has = (server: RedisServer, pattern: string): Promise<boolean> =>
    withRedis(server, async (redis) => (await redis.keys(pattern)).length > 0);

  async function pairWith(pattern: string): Promise<Pair | null> {
    for (const each of topology.pairs) if (await has(each.primary, pattern)) return each;
    return null;
  }

  /** Returns a person whose calls are counted by that primary; one was. */
  async function requesterIn({ primary }: Pair): Promise<StoredPerson> {
    for (const person of await insertPeople(database, 40, 'developer')) {
      expect(await retrieve(person, 0)).toBe(404);
      if (await has(primary, `*limit*${person.userId}*`)) return person;
    }
    throw new Error('Nobody is counted there.');
  }

  /** Asks for a value that there is not: 404 unless the limit refuses it first. */
  async function retrieve({ cookie }: StoredPerson, n: number): Promise<number> {
    const path = `/requests/${randomUUID()}/wraps/${randomUUID()}`;
    const headers = { cookie: `svc_session=${cookie}` };
    return (await new TestClient(stack.apis[n % 2]!.url).call('GET', path, undefined, { headers })).status;
  }

  /** Returns requests that nobody has decided about. */
  async function submitted(): Promise<string[]> {
    const one = async (): Promise<string> =>
      created(await world.developer.post('/requests/read', readBody(world))).id;
    return Promise.all(Array.from({ length: EXPIRING }, one));
  }
  const expire = (ids: readonly string[]) =>
    database.query(
      `UPDATE access_requests SET expires_at = clock_timestamp() - interval '1 s' WHERE id = ANY ($1::uuid[])`,
      [ids],
    );

  /** Resolves when all of them have expired. @returns how often the audit log says so of each */
  async function expiries(ids: readonly string[]): Promise<number[]> {
    await eventually(async () => {
      const { rows } = await database.query(
        `SELECT FROM access_requests WHERE id = ANY ($1::uuid[]) AND status = 'expired'`,
        [ids],
      );
      return rows.length === ids.length;
    }, 'expired requests');
    const { rows } = await database.query<{ times: number }>(
      `SELECT (SELECT count(*)::int FROM audit_events WHERE action = 'request.expired' AND resource = 'request:' || request) AS times
        FROM unnest($1::text[]) r (request)`,
      [ids],
    );
    return rows.map(({ times }) => times);
  }

  it('a limit keeps its window when the primary is killed under load, and due work is done once', async () => {
    const requests = await submitted();
    const started = performance.now();
    const passed: number[] = [];
    let [refused, unanswered, killedAt] = [0, 0, Infinity];
    const isHalf = () => killedAt === Infinity && passed.length >= LIMIT / 2;
    const caller = async (n: number): Promise<void> => {
      while (refused < 5 * CALLERS) {
        const status = await retrieve(requester, n);
        expect([404, 429, 503]).toContain(status);
        if (status === 404) passed.push(performance.now() - started);
        if (status === 429) refused += 1;
        if (status === 503) unanswered += 1;
        if (status === 503) await sleep(20);
        if (!isHalf()) continue;
        killedAt = performance.now() - started;
        await expire(requests);
        process.kill(pair.primary.pid, 'SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)));

    expect(unanswered).toBeGreaterThan(0);
    expect(passed.filter((at) => at > killedAt).length).toBeGreaterThan(0);
    // The replica may have missed what the primary answered last: one call of each caller, and the one before.
    const inWindow = passed.filter((at) => at < WINDOW_MS);
    expect(inWindow.length).toBeLessThanOrEqual(LIMIT - 1 + CALLERS);
    expect(await expiries(requests)).toEqual(requests.map(() => 1));
  }, 120_000);

  it('a lock that the failover lost is held twice, and what is due is done once', async () => {
    const requests = await submitted();
    const blocker = await database.connect();
    await blocker.query('BEGIN; LOCK TABLE access_requests IN ACCESS EXCLUSIVE MODE');
    const takers = async (): Promise<number> => {
      const { rows } = await database.query<{ waiting: number }>(
        `SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'access_requests'::regclass`,
      );
      return rows[0]!.waiting;
    };
    await eventually(async () => (await takers()) > 0 && has(pair.replica, LOCK), 'a worker in its task');
    const first = await withRedis(pair.replica, (redis) => redis.getdel(LOCK));
    expect(first).not.toBeNull();
    const second = await eventually(
      () => withRedis(pair.replica, (redis) => redis.get(LOCK)),
      'the other worker in the same task',
    );
    expect(second).not.toBe(first);
    await blocker.query(
      `UPDATE access_requests SET expires_at = clock_timestamp() - interval '1 s' WHERE id = ANY ($1::uuid[])`,
      [requests],
    );
    await blocker.query('COMMIT');
    blocker.release();
    expect(await expiries(requests)).toEqual(requests.map(() => 1));
  }, 60_000);

  it('each event of the audit log is sealed once', async () => {
    const unsealed = `SELECT FROM audit_events e WHERE NOT EXISTS (SELECT FROM audit_leaves l WHERE l.event_id = e.id)`;
    await eventually(async () => (await database.query(unsealed)).rowCount === 0, 'a sealed log');
    const { rows } = await database.query(
      `SELECT count(*) = count(DISTINCT event_id) AS once, max(leaf_index) + 1 = count(*) AS whole FROM audit_leaves`,
    );
    expect(rows).toEqual([{ once: true, whole: true }]);
  });
});
