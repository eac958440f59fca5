import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  type ExecutedRead,
  insertPeople,
  type StoredPerson,
} from '../../libs/requests/src/testing/executed-reads.js';
import { canary } from '../support/canary.js';
import { insertReads, MASTER_KEY_ENV } from '../support/executed-reads.js';
import { dropDatabase } from '../support/test-database.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

const VALUE = Buffer.from(canary('value of the drill'));

/** Rows created before the backup. */
interface Made {
  readonly reader: StoredPerson;
  readonly read: ExecutedRead;
  readonly token: string;
  readonly approvedId: string;
}

describe('Restoring a backup', () => {
  let stack: TestStack;
  let world: World;
  let made: Made;
  const copies: string[] = [];

  beforeAll(async () => {
    stack = await startStack({ env: MASTER_KEY_ENV });
    world = await buildWorld(stack);
    made = await makeWhatMatters();
    // Postgres's copy of an idle database serves as the backup.
    await stack.apis[0]!.stop();
    for (const name of ['untreated', 'restored']) copies.push(await copyOf(stack.databaseUrl, name));
    const api = await stack.addApi();
    expect((await retrieve(api.url)).status).toBe(200);
    expect((await enroll(api.url)).status).toBe(201);
  }, 120_000);

  afterAll(async () => {
    await stack?.stop();
    await Promise.all(copies.map(dropDatabase));
  });

  async function makeWhatMatters(): Promise<Made> {
    const database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    const [reader] = (await insertPeople(database, 1, 'developer')) as [StoredPerson];
    const [read] = await insertReads(database, world, [reader], () => [VALUE]);
    await database.end();
    const path = `/provider-connections/${world.connection.id}/enrollment-tokens`;
    const { enrollment_token } = created(await world.admin.post(path));
    const request = created(await world.developer.post('/requests/read', readBody(world)));
    await world.approver.post(`/requests/${request.id}/approve`, {});
    return { reader, read: read!, token: enrollment_token, approvedId: request.id };
  }

  const retrieve = (url: string): Promise<Response> =>
    fetch(`${url}/api/v1/requests/${made.read.requestId}/wraps/${made.read.wrapIds[0]}`, {
      headers: { cookie: `svc_session=${made.reader.cookie}` },
    });
  const enroll = (url: string): Promise<Response> =>
    fetch(`${url}/api/v1/agents/enroll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        enrollment_token: made.token,
        name: 'drill',
        cluster_name: 'main',
        public_key: publicKey(),
      }),
    });

  it('would allow a second retrieval of a consumed wrap, without the command', async () => {
    const api = await stack.addApi({ DATABASE_URL: copies[0]! });
    const again = await retrieve(api.url);
    expect(again.status).toBe(200);
    expect(Buffer.from(((await again.json()) as { value: string }).value, 'base64')).toEqual(VALUE);
  });

  describe('and then npm run db:after-restore', () => {
    let url: string;
    beforeAll(async () => {
      // An old backup: its months created ahead are over, and no event would find a partition.
      await withoutPartitions(copies[1]!);
      const folder = mkdtempSync(join(tmpdir(), 'countersign-drill-'));
      writeFileSync(join(folder, 'url'), `${copies[1]!}\n`);
      const run = spawnSync(process.execPath, [resolve('dist/tools/after-restore/main.js')], {
        encoding: 'utf8',
        env: { DATABASE_URL_FILE: join(folder, 'url') },
      });
      rmSync(folder, { recursive: true });
      expect(run.stderr).toBe('');
      expect(run.stdout).toMatch(
        /^after-restore: ended 1 wraps, [4-9] sessions, 1 enrollment tokens; expired: 1 requests, 0 reveal sessions\n$/,
      );
      expect(run.status).toBe(0);
      url = (await stack.addApi({ DATABASE_URL: copies[1]! })).url;
    }, 60_000);

    it('leaves nothing of a value in the database', async () => {
      const rows = await ask(copies[1]!, 'SELECT 1 FROM wraps WHERE ciphertext IS NOT NULL');
      expect(rows).toEqual([]);
    });

    it('ends every session of the backup', async () => {
      expect((await retrieve(url)).status).toBe(401);
    });

    it('refuses the consumed wrap, also in a new session', async () => {
      await ask(
        copies[1]!,
        `UPDATE sessions SET revoked_at = NULL, revoked_reason = NULL WHERE id = '${made.reader.sessionId}'`,
      );
      const refused = await retrieve(url);
      expect([refused.status, await refused.json()]).toMatchObject([410, { code: 'wrap_expired' }]);
    });

    it('refuses the used enrollment token', async () => {
      expect((await enroll(url)).status).toBe(401);
    });

    it('does not execute an approved request again', async () => {
      const [row] = await ask(
        copies[1]!,
        `SELECT expires_at <= clock_timestamp() AS over FROM access_requests WHERE id = '${made.approvedId}'`,
      );
      expect(row).toEqual({ over: true });
    });

    it('invalidates every one-time code up to that time', async () => {
      const [row] = await ask(
        copies[1]!,
        `SELECT count(*)::int > 0 AS some, bool_and(totp_last_step * 30 > extract(epoch FROM occurred_at)) AS spent
         FROM mfa_factors, audit_events WHERE kind = 'totp' AND action = 'database.restore'`,
      );
      expect(row).toEqual({ some: true, spent: true });
    });

    it('writes an audit event for every session and token, and one for the restore', async () => {
      const rows = await ask(
        copies[1]!,
        `SELECT action, count(*)::int FROM audit_events WHERE actor = 'system:restore' GROUP BY action ORDER BY action`,
      );
      expect(rows).toEqual([
        { action: 'agent.token.revoke', count: 1 },
        { action: 'auth.session.revoked', count: expect.any(Number) },
        { action: 'database.restore', count: 1 },
      ]);
    });
  });
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function withoutPartitions(url: string): Promise<void> {
  const parts = await ask(
    url,
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_events'::regclass`,
  );
  for (const { name } of parts as { name: string }[]) await ask(url, `DROP TABLE ${name}`);
}

async function copyOf(databaseUrl: string, name: string): Promise<string> {
  const source = new URL(databaseUrl).pathname.slice(1);
  const copy = new URL(databaseUrl);
  copy.pathname = `/${source}_${name}`;
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  await ask(server.href, `CREATE DATABASE ${source}_${name} TEMPLATE ${source}`);
  return copy.href;
}

/** Any X25519 public key: the drill's agent never claims a job. */
function publicKey(): string {
  return randomBytes(32).toString('base64');
}
