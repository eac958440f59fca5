import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../tools/redis.js';
import { canary, MARKER } from './canary.js';
import { withClient } from './database-state.js';
import type { Known } from './leak.js';
import { keepOutput } from './process.js';
import { knownOf, LEFT } from './run-folder.js';
import { searchRun, verdictOn } from './search-run.js';

describe('the search at the end of a run', () => {
  const postgresUrl = process.env.TEST_POSTGRES_URL!;
  let folder: string;
  let redis: RedisServer;
  let databases: string;

  beforeEach(async () => {
    redis = await startRedis();
    databases = `planted_${randomBytes(6).toString('hex')}`;
    folder = mkdtempSync(join(tmpdir(), 'countersign-planted-'));
    mkdirSync(join(folder, LEFT));
    const value = `${MARKER}-of the planted run`;
    const known: Known = { label: 'planted', value, madeBy: 'test' };
    writeFileSync(join(folder, 'known.ndjson'), `${JSON.stringify(known)}\n`);
  });
  afterEach(async () => {
    await redis.stop();
    rmSync(folder, { recursive: true });
    await withClient(postgresUrl, (server) => server.query(`DROP DATABASE IF EXISTS ${databases}_left`));
  });

  /** Returns what a failed run would say; nothing when it is clean. */
  const verdict = async (): Promise<string[]> => {
    const leaks = await searchRun({ folder, postgresUrl, redisUrl: redis.url, databases });
    const text = verdictOn(leaks);
    expect(text).not.toContain(MARKER);
    return text.split('\n').slice(1);
  };
  const value = `${MARKER}-of the planted run`;

  it('finds nothing if nothing leaked', async () => {
    writeFileSync(join(folder, LEFT, 'a-story: output of api 1'), '{"msg":"listening"}\n');
    expect(await verdict()).toEqual([]);
  });

  it('finds what a process wrote, what its metrics say and what Postgres logged', async () => {
    const left = (name: string, text: string): void => writeFileSync(join(folder, LEFT, name), text);
    left('a-story: output of api 1', `{"msg":"${value}"}\n`);
    left('a-story: metrics of api 1', `things{name="${Buffer.from(value).toString('hex')}"} 1\n`);
    left('all: output of Postgres', `DETAIL:  Failing row contains (${value}).\n`);
    expect((await verdict()).sort()).toEqual([
      '  suite a-story: metrics of api 1: "planted" (hex)',
      '  suite a-story: output of api 1: "planted" (raw)',
      '  suite all: output of Postgres: "planted" (raw)',
    ]);
  });

  it("finds what is in the libs' cache, and in the database of a suite that did not end", async () => {
    const client = new Redis(redis.url);
    await client.set('a', value);
    client.disconnect();
    await withClient(postgresUrl, (server) => server.query(`CREATE DATABASE ${databases}_left`));
    const url = Object.assign(new URL(postgresUrl), { pathname: `/${databases}_left` }).href;
    await withClient(url, (left) => left.query(`CREATE TABLE things AS SELECT '${value}' AS name`));
    expect(await verdict()).toEqual(['  cache: "planted" (raw)', '  table things: "planted" (raw)']);
  });

  it('adds the findings of suites, and lists a place once', async () => {
    const leak = { place: 'suite a-story: table users', label: 'planted', form: 'raw', madeBy: 'test' };
    writeFileSync(join(folder, 'leaks.ndjson'), `${JSON.stringify(leak)}\n`.repeat(2));
    expect(await verdict()).toEqual(['  suite a-story: table users: "planted" (raw)']);
  });
});

describe('a suite', () => {
  const folder = process.env.COUNTERSIGN_RUN_FOLDER!;

  it('hands all that its processes write to the search', async () => {
    const child = spawn(process.execPath, ['-e', 'console.log("said"); console.error("complained")']);
    keepOutput(child, 'a spec');
    await once(child, 'close');
    const kept = readFileSync(join(folder, LEFT, 'search-run: output of a spec'), 'utf8');
    expect(kept.split('\n').sort()).toEqual(['', 'complained', 'said']);
  });

  it('lets the search know of its values', () => {
    const value = canary('told to the search');
    expect(knownOf(folder)).toContainEqual({ label: 'told to the search', value, madeBy: 'test' });
  });
});
