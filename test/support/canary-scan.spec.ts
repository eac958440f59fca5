import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../tools/redis.js';
import { leaksIn, leaksInCache, leaksInDatabase, leaksInFolder } from './canary-scan.js';
import { LeakSearch } from './leak-search.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

// Not the marker of the run: what is planted here makes no run fail.
const MARKER = 'kQ3vT8mZx5LwB2nRj7Yd';
const VALUE = `${MARKER}-planted`;
const look = new LeakSearch([{ label: 'planted', value: VALUE, madeBy: 'test' }], MARKER);
const base64 = Buffer.from(`x${VALUE}`).toString('base64');

describe('a leaked value in a database', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
    await db.database.query('CREATE TABLE planted (plain text, doc jsonb, list text[], bytes bytea)');
  });
  afterAll(() => db.drop());

  it.each<[string, string, unknown]>([
    ['a text', 'plain', `login with "${VALUE}"`],
    ['a document', 'doc', JSON.stringify({ deep: [{ error: `said "${VALUE}"` }] })],
    ['a list', 'list', ['a', VALUE]],
    ['bytes', 'bytes', Buffer.from(VALUE)],
    ['bytes of base64', 'bytes', Buffer.from(base64)],
    ['base64 in a text', 'plain', base64],
  ])('is found in %s', async (_, column, value) => {
    expect(await leaksInDatabase(db.url, look)).toEqual([]);
    await db.database.query(`INSERT INTO planted (${column}) VALUES ($1)`, [value]);
    const leaks = await leaksInDatabase(db.url, look);
    await db.database.query('TRUNCATE planted');
    expect(leaks.map(({ place, label }) => [place, label])).toContainEqual(['table planted', 'planted']);
  });

  it('is found in a partition of the audit log', async () => {
    await db.database.query(
      `INSERT INTO audit_events (id, actor, action, status, metadata)
        VALUES (gen_random_uuid(), 'system:test', 'planted', 'success', $1)`,
      [{ reason: VALUE }],
    );
    const [leak] = await leaksInDatabase(db.url, look);
    expect(leak).toMatchObject({ place: expect.stringMatching(/^table audit_events_/), label: 'planted' });
  });
});

describe('a leaked value in the cache', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a key', () => redis.set(`limit:${VALUE}`, '1')],
    ['an entry', () => redis.set('a', JSON.stringify({ state: VALUE }))],
    [
      'an entry that compresses well',
      () => redis.set('a', `${MARKER.slice(0, 9)} ${'-'.repeat(5000)} ${VALUE}`),
    ],
    ['a member of a hash', () => redis.hset('a', { state: VALUE })],
    ['a list', () => redis.rpush('a', 'x', VALUE)],
    ['a set', () => redis.sadd('a', base64)],
  ])('is found in %s', async (_, plant) => {
    expect(await leaksInCache(server.url, look)).toEqual([]);
    await plant();
    const leaks = await leaksInCache(server.url, look);
    await redis.flushall();
    expect(leaks.map(({ place, label }) => [place, label])).toContainEqual(['cache', 'planted']);
  });
});

it('a value that was left in a file is found, however deep', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-planted-'));
  await mkdir(join(folder, 'a', 'b'), { recursive: true });
  await writeFile(join(folder, 'a', 'b', 'export.ndjson'), `{"metadata":"${VALUE}"}\n`);
  const leaks = await leaksInFolder('exports:', folder, look);
  await rm(folder, { recursive: true });
  expect(leaks).toContainEqual({
    place: 'exports: export.ndjson',
    label: 'planted',
    form: 'raw',
    madeBy: 'test',
  });
});

it('a value is allowed where it is retrieved, and nowhere else', () => {
  const at = (place: string): number => leaksIn(place, VALUE, look).length;
  expect(at('answer to GET /api/v1/requests/1/wraps/2')).toBe(0);
  for (const place of [
    'answer to POST /api/v1/requests/1/wraps/2',
    'answer to GET /api/v1/requests/1/wraps',
    'answer to GET /api/v1/requests/1',
    'folder of an agent: state.json',
    'output of api 1',
  ])
    expect([place, at(place) > 0]).toEqual([place, true]);
});

it("a credential of the service is allowed in its agent's folder, and nowhere else", () => {
  const credential = 'Zk3vT8mQx5LwB2nRj7YdZk3vT8mQx5LwB2nRj7YdZk3';
  const held = new LeakSearch([{ label: 'agent secret', value: credential, madeBy: 'service' }], MARKER);
  expect(leaksIn('folder of an agent: state.json', credential, held)).toEqual([]);
  expect(leaksIn('output of agent 1', credential, held)).not.toEqual([]);
});
