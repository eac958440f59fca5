import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { parseWorkerConfig } from '#libs/config';
import type { Task } from '#libs/scheduler';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { deleteOldSql } from '../../../libs/database/src/delete-old.js';
import { type Find, RETENTION, workerTasks } from './tasks.js';

const DAY = 24 * 3600;
type Table = (typeof RETENTION)[number]['table'];
const INDEXES: Record<Table, string> = {
  sessions: 'ix_sessions_expires',
  enrollment_tokens: 'ix_enrollment_tokens_expires',
  idempotency_keys: 'ix_idempotency_keys_started',
};
const KINDS = RETENTION.map((rows) => ({ ...rows, index: INDEXES[rows.table] }));

let db: TestDatabase;
let task: Task;
let user: string;
let connection: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const { database } = db;
  const find = (() => database) as Find;
  const config = parseWorkerConfig({ DATABASE_URL: db.url, REDIS_URL: 'redis://unused.invalid' });
  task = workerTasks(find, config).find(({ name }) => name === 'housekeeping')!;
  [user, connection] = [newId(), newId()];
  await database.query(
    `INSERT INTO users (id, email, email_key, kind) VALUES ($1, $1::uuid, $1::uuid, 'local')`,
    [user],
  );
  await database.query(
    `INSERT INTO provider_connections (id, name, type, scope) VALUES ($1, $1::uuid, 'vault', '{}')`,
    [connection],
  );
  // Says how many rows each statement deleted.
  await database.query('CREATE TABLE batches (name text, size int)');
  await database.query(`CREATE FUNCTION note_batch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO batches SELECT TG_TABLE_NAME, count(*) FROM gone; RETURN NULL; END $$`);
  for (const { table } of KINDS)
    await database.query(`CREATE TRIGGER note_batch AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION note_batch()`);
});
beforeEach(async () => {
  for (const table of [...KINDS.map((kind) => kind.table), 'batches'])
    await db.database.query(`DELETE FROM ${table}`);
  await db.database.query('DELETE FROM batches');
});
afterAll(() => db.drop());

/** Rows whose time began so many seconds ago; gives the ids (of keys: the keys). */
const plant: Record<Table, (secondsAgo: number, count?: number) => Promise<string[]>> = {
  sessions: (secondsAgo, count = 1) =>
    planted(
      `INSERT INTO sessions (id, user_id, token_hash, expires_at, idle_expires_at)
        SELECT gen_random_uuid(), $1, sha256($2 || n::text::bytea), t.at, t.at
        FROM generate_series(1, $3::int) n, (SELECT clock_timestamp() - make_interval(secs => $4) AS at) t RETURNING id`,
      [user, randomBytes(16), count, secondsAgo],
    ),
  enrollment_tokens: (secondsAgo, count = 1) =>
    planted(
      `INSERT INTO enrollment_tokens (id, provider_connection_id, token_hash, created_by, expires_at)
        SELECT gen_random_uuid(), $5::uuid, sha256($2 || n::text::bytea), $1,
          clock_timestamp() - make_interval(secs => $4) FROM generate_series(1, $3::int) n RETURNING id`,
      [user, randomBytes(16), count, secondsAgo, connection],
    ),
  idempotency_keys: (secondsAgo, count = 1) =>
    planted(
      `INSERT INTO idempotency_keys (caller_id, key, fingerprint, response, started_at)
        SELECT $1, gen_random_uuid()::text, sha256($2 || n::text::bytea), 'answer',
          clock_timestamp() - make_interval(secs => $4) FROM generate_series(1, $3::int) n RETURNING key AS id`,
      [user, randomBytes(16), count, secondsAgo],
    ),
};

async function planted(sql: string, values: unknown[]): Promise<string[]> {
  return (await db.database.query<{ id: string }>(sql, values)).map(({ id }) => id);
}

async function left(table: string): Promise<string[]> {
  const column = table === 'idempotency_keys' ? 'key' : 'id';
  const rows = await db.database.query<{ id: string }>(`SELECT ${column}::text AS id FROM ${table}`);
  return rows.map(({ id }) => id).sort();
}

describe('the retention periods', () => {
  it('are 30 days for sessions and enrollment tokens, a day for idempotency keys', () => {
    expect(KINDS.map(({ table, keptSeconds }) => [table, keptSeconds / DAY])).toEqual([
      ['sessions', 30],
      ['enrollment_tokens', 30],
      ['idempotency_keys', 1],
    ]);
  });
});

describe.each(KINDS)('housekeeping of $table', ({ table, column, keptSeconds, index }) => {
  const make = plant[table];

  it('deletes only expired rows', async () => {
    for (const secondsAgo of [keptSeconds + 1, keptSeconds + 365 * DAY]) await make(secondsAgo, 2);
    const kept = [...(await make(keptSeconds - 60)), ...(await make(0)), ...(await make(-3600))].sort();
    expect(await task.run()).toBe(4);
    expect(await left(table)).toEqual(kept);
    expect(await task.run()).toBe(0);
  });

  it('deletes batches of at most a thousand rows, each in its own statement', async () => {
    await make(keptSeconds + 10, 2500);
    expect(await task.run()).toBe(2500);
    const batches = await db.database.query<{ size: number }>(
      'SELECT size FROM batches WHERE name = $1 AND size > 0 ORDER BY size',
      [table],
    );
    expect(batches.map(({ size }) => size)).toEqual([500, 1000, 1000]);
  });

  it('deletes each row once if two workers run concurrently', async () => {
    await make(keptSeconds + 10, 1500);
    const counts = await Promise.all([task.run(), task.run(), task.run()]);
    const rest = await task.run();
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(1500);
    expect(await left(table)).toEqual([]);
  });

  it('skips locked rows, which a later run deletes', async () => {
    const [held] = await make(keptSeconds + 10);
    await make(keptSeconds + 10);
    await db.database.transaction(async (tx) => {
      const by = table === 'idempotency_keys' ? 'key' : 'id';
      await tx.query(`SELECT 1 FROM ${table} WHERE ${by}::text = $1 FOR UPDATE`, [held]);
      expect(await task.run()).toBe(1);
    });
    expect(await left(table)).toEqual([held]);
    expect(await task.run()).toBe(1);
  });

  it('uses an index, however many rows there are', async () => {
    await make(0, 20_000);
    await make(keptSeconds + 10, 10);
    await db.database.query(`ANALYZE ${table}`);
    const sql = deleteOldSql({ table, column, keptSeconds });
    const [row] = await db.database.query<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      [keptSeconds, 1000],
    );
    const [plan] = row!['QUERY PLAN'] as [{ Plan: Record<string, number> }];
    const text = JSON.stringify(plan);
    expect(text).toContain(`"Index Name":"${index}"`);
    expect(text).toContain('"Index Cond"');
    expect(text).not.toContain('Seq Scan');
    // A few pages for each row that goes, none for those that stay.
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = plan.Plan as {
      'Shared Hit Blocks': number;
      'Shared Read Blocks': number;
    };
    expect(hit + read).toBeLessThan(400);
  });
});

it('leaves the idle expiry, which nearly every call may move, out of every index', async () => {
  const sql = `SELECT indexname FROM pg_indexes WHERE tablename = 'sessions' AND indexdef LIKE '%idle_expires_at%'`;
  expect(await db.database.query(sql)).toEqual([]);
});
