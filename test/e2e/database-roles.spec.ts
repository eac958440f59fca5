import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ExportVerifier, readCheckpoints } from '#libs/log-verifier';
import { noteSigner } from '#libs/merkle-log';
import { canary, canaryKey } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { type RunningProcess, startProcess } from '../support/process.js';
import { dropDatabase } from '../support/test-database.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const SEED = canaryKey('signing key');
const SERVER = process.env.TEST_POSTGRES_URL!;
const name = `roles_${randomBytes(6).toString('hex')}`;
const [owner, service] = [`${name}_owner`, `${name}_service`];

/**
 * Returns a database as docs/operations.md says: roles.sql, migrations as the owner, rights.sql, then the service's
 * role.
 */
const urlAs = (role: string | null): string => {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  if (role) Object.assign(url, { username: role, password: canary('password-of-a-role') });
  return url.href;
};

async function runFile(url: string, file: string): Promise<void> {
  const sql = await readFile(file, 'utf8');
  const named = sql.replaceAll('countersign_owner', owner).replaceAll('countersign_service', service);
  await withClient(url, (client) => client.query(named));
}

/** A month that is over, with so many events in it, an hour apart. */
async function insertOldMonth(partition: string, from: string, to: string, events: number): Promise<void> {
  await withClient(urlAs(owner), async (client) => {
    await client.query(
      `CREATE TABLE ${partition} PARTITION OF audit_events FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
    for (let hours = 1; hours <= events; hours += 1) await insertOldEvent(client, from, `${hours} hours`);
  });
}

async function insertOldEvent(client: pg.Client, from: string, after: string): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (id, occurred_at, actor, action, status)
     VALUES (gen_random_uuid(), $1::timestamptz + $2::interval, 'system:old', 'old', 'success')`,
    [from, after],
  );
}

/** 30 events of January and 7 of February; around the boundary they are not sealed in the order of their times. */
async function insertTwoOldMonths(): Promise<void> {
  await insertOldMonth('audit_events_2020_01', '2020-01-01Z', '2020-02-01Z', 28);
  await insertOldMonth('audit_events_2020_02', '2020-02-01Z', '2020-03-01Z', 0);
  await withClient(urlAs(owner), async (client) => {
    for (const after of [
      '1 minute',
      '-2 minutes',
      '2 minutes',
      '-1 minute',
      '3 minutes',
      '4 days',
      '5 days',
      '6 days',
      '7 days',
    ])
      await insertOldEvent(client, '2020-02-01Z', after);
  });
}

let stack: TestStack;
let worker: RunningProcess;
let admin: TestClient;

beforeAll(async () => {
  await withClient(SERVER, (client) => client.query(`CREATE DATABASE ${name}`));
  await runFile(urlAs(null), 'deploy/sql/roles.sql');
  await withClient(SERVER, async (client) => {
    for (const role of [owner, service])
      await client.query(`ALTER ROLE ${role} PASSWORD '${canary('password-of-a-role')}'`);
  });
  for (let run = 1; run <= 2; run += 1) {
    const args = [resolve('tools/migrate.mjs'), '--service-role', service];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { DATABASE_URL: urlAs(owner) },
    });
    expect(stdout).toMatch(/migrate: rights granted to the service role\n$/);
  }
  await insertTwoOldMonths();
  stack = await startStack({ apis: 0 });
  const api = await stack.addApi({ DATABASE_URL: urlAs(service) });
  worker = await startProcess('worker', {
    ...{ SVC_ENV: 'development', WORKER_ADDR: '127.0.0.1:0', REDIS_URL: stack.redisUrl },
    ...{ DATABASE_URL: urlAs(service), SVC_AUDIT_SIGNING_KEY: SEED.toString('base64') },
    SVC_WORKER_AUDIT_SEAL_INTERVAL: '250ms',
  });
  admin = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
}, 90_000);
afterAll(async () => {
  await worker?.stop();
  await stack?.stop();
  await dropDatabase(urlAs(null));
  await withClient(SERVER, async (client) => {
    for (const role of [owner, service]) await client.query(`DROP ROLE IF EXISTS ${role}`);
  });
});

const sealedTo = async (events: number): Promise<void> =>
  void (await eventually(async () => {
    const { body } = await admin.get('/audit-checkpoints/latest');
    return body.tree_size >= events;
  }, `a checkpoint of ${events} events`));

const countOfEvents = (): Promise<number> =>
  withClient(urlAs(owner), async (client) => {
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_events');
    return rows[0]!.n;
  });

const refused = (client: pg.Client, sql: string): Promise<void> =>
  expect(client.query(sql).then(() => `done: ${sql}`)).rejects.toMatchObject({ code: '42501' });

describe("the service's own database role", () => {
  it('serves and seals', async () => {
    created(await admin.post('/teams', { name: 'by the own role' }));
    created(await admin.post('/projects', { name: 'by the own role' }));
    await sealedTo(await countOfEvents());
  });

  it('can neither change nor remove audit events, nor disable their protection', async () => {
    await withClient(urlAs(service), async (client) => {
      const { rows } = await client.query<{ table: string; column: string }>(
        `SELECT c.relname AS "table", a.attname AS "column" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = 1
         WHERE c.relname ~ '^audit_' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
      );
      expect(rows.length).toBeGreaterThanOrEqual(10);
      for (const { table, column } of rows)
        for (const sql of [
          `UPDATE ${table} SET ${column} = ${column}`,
          `DELETE FROM ${table}`,
          `TRUNCATE ${table}`,
          `DROP TABLE ${table}`,
          `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
          `ALTER TABLE ${table} OWNER TO ${service}`,
        ])
          await refused(client, sql);
    });
  });

  it('can set neither the time nor the transaction of an event, nor write to a partition directly', async () => {
    await withClient(urlAs(service), async (client) => {
      const values = `(gen_random_uuid(), 'user:x', 'x', 'success'`;
      await refused(
        client,
        `INSERT INTO audit_events (id, actor, action, status, xid) VALUES ${values}, '3')`,
      );
      await refused(
        client,
        `INSERT INTO audit_events (id, actor, action, status, occurred_at) VALUES ${values}, '2020-01-01')`,
      );
      const { rows } = await client.query<{ part: string }>(
        `SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'audit_events'::regclass`,
      );
      for (const { part } of rows)
        await refused(client, `INSERT INTO ${part} (id, actor, action, status) VALUES ${values})`);
    });
  });

  it('cannot write an event that can’t be sealed or exported', async () => {
    await withClient(urlAs(service), async (client) => {
      const insert = (id: string, metadata: string, actor = 'system:x') =>
        client.query(
          `INSERT INTO audit_events (id, actor, action, status, metadata) VALUES ($1, $2, 'x', 'success', $3::jsonb)`,
          [id, actor, metadata],
        );
      const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const tooMuch = [
        nested(70),
        nested(3000),
        '{"n":1e309}',
        '{"deep":[{"n":-1e400}]}',
        `{"a":"${'x'.repeat(2 ** 21)}"}`,
      ];
      for (const metadata of tooMuch)
        await expect(insert(randomUUID(), metadata)).rejects.toMatchObject({ code: '23514' });
      await expect(insert(randomUUID(), '{}', 'x'.repeat(1201))).rejects.toMatchObject({ code: '23514' });
      await insert(randomUUID(), nested(60));
      await insert(randomUUID(), '{"n":[1.7e308,1e-400,-0.0]}');
    });
    await sealedTo(await countOfEvents());
  });

  it('cannot raise its privileges', async () => {
    await withClient(urlAs(service), async (client) => {
      for (const sql of [
        'SET session_replication_role = replica',
        `SET ROLE ${owner}`,
        'CREATE TABLE own (id integer)',
        'CREATE TEMPORARY TABLE audit_events (id integer)',
        'CREATE SCHEMA own',
        'CREATE ROLE other',
        `INSERT INTO schema_migrations (timestamp, name) VALUES (1, 'x')`,
        `INSERT INTO audit_dropped_partitions (upper_bound, partition_name, events, first_kept_leaf, last_leaf) VALUES (now(), 'x', 1, 1, 1)`,
      ])
        await refused(client, sql);
      expect((await client.query('SELECT create_audit_partitions(5) AS made')).rows).toEqual([{ made: 2 }]);
    });
  });
});

describe('retention', () => {
  const retain = (months: string, role = owner) =>
    promisify(execFile)(
      process.execPath,
      [resolve('dist/tools/audit-retention/main.js'), '--keep-months', months],
      {
        env: { DATABASE_URL: urlAs(role) },
      },
    ).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
    );

  async function faultsOfExport(): Promise<readonly string[]> {
    const head = (await admin.get('/audit-checkpoints/latest')).body;
    const text = await fetch(`${admin.baseUrl}/api/v1/audit-events`, {
      headers: { accept: 'application/x-ndjson', authorization: `Bearer ${admin.token}` },
    }).then((answer) => answer.text());
    const kept = readCheckpoints(
      [{ name: 'latest', content: head.checkpoint }],
      [noteSigner(head.origin, SEED)],
    );
    const verifier = new ExportVerifier(kept.heads);
    for (const line of text.split('\n').slice(0, -1)) verifier.take(line);
    const { faults, removed } = verifier.verdict();
    return [...kept.faults, ...faults, `${removed} removed`];
  }

  it('drops whole sealed months, records it in the log, and the rest still verifies', async () => {
    const older = created(await admin.post('/projects', { name: 'after the months' }));
    await sealedTo(await countOfEvents());
    expect(await faultsOfExport()).toEqual(['0 removed']);
    expect(await retain('12', service)).toEqual({ code: 1, output: 'audit-retention: stopped: 42501\n' });
    const { code, output } = await retain('12');
    expect([code, output]).toEqual([0, expect.stringContaining('audit_events_2020_01: dropped, 30 events')]);
    const events = (await admin.get('/audit-events?action=audit.partition.drop')).body;
    expect(events).toMatchObject([
      {
        actor: 'system:audit-retention',
        resource: 'audit_partition:audit_events_2020_02',
        metadata: { events: 7, removed_in_all: 37 },
      },
      { resource: 'audit_partition:audit_events_2020_01', metadata: { events: 30, removed_in_all: 30 } },
    ]);
    expect((await admin.get('/audit-events?action=old')).body).toEqual([]);
    await sealedTo((await countOfEvents()) + 37);
    expect(await faultsOfExport()).toEqual(['37 removed']);
    const [{ id }] = (await admin.get(`/audit-events?resource=project:${older.id}`)).body;
    expect((await admin.get(`/audit-events/${id}/proof`)).status).toBe(200);
  });

  it('keeps a month with an event that no checkpoint covers, and all later months', async () => {
    await worker.stop();
    await insertOldMonth('audit_events_2020_03', '2020-03-01Z', '2020-04-01Z', 1);
    const { code, output } = await retain('12');
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('audit_events_2020_03 stays: 1 of its 1 events'),
    ]);
    expect((await admin.get('/audit-events?action=old')).body).toHaveLength(1);
  });

  it('keeps months that are not old enough, and requires its arguments', async () => {
    expect((await retain('1200')).output).toContain('nothing is older');
    expect((await retain('0')).code).toBe(2);
  });
});
