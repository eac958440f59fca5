import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { createAuditPartitions } from './create-audit-partitions.js';

/** The partitions of this month and the next three, by the database's clock. */
const EXPECTED = `SELECT to_char(date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') + make_interval(months => n),
    '"audit_events_"YYYY_MM') AS name FROM generate_series(0, 3) n ORDER BY 1`;
const PARTITIONS = `SELECT inhrelid::regclass::text AS name FROM pg_inherits
  WHERE inhparent = 'audit_events'::regclass ORDER BY 1`;

describe('createAuditPartitions', () => {
  let db: TestDatabase;
  let expected: string[];

  beforeAll(async () => {
    db = await createTestDatabase();
  });
  beforeEach(async () => {
    expected = await namesOf(EXPECTED);
    for (const name of await namesOf(PARTITIONS)) await db.database.query(`DROP TABLE ${name}`);
  });
  afterAll(() => db.drop());

  const namesOf = async (sql: string): Promise<string[]> =>
    (await db.database.query<{ name: string }>(sql)).map(({ name }) => name);

  it('creates the partitions of this month and the next three, once', async () => {
    expect(await createAuditPartitions(db.database)).toBe(4);
    expect(await namesOf(PARTITIONS)).toEqual(expected);
    expect(await createAuditPartitions(db.database)).toBe(0);
  });

  it('creates a missing partition only, and keeps the events of the others', async () => {
    await createAuditPartitions(db.database);
    await db.database.query(
      `INSERT INTO audit_events (id, actor, action, resource, status, metadata)
        VALUES (gen_random_uuid(), 'system:test', 'test.kept', 'test', 'success', '{}')`,
    );
    await db.database.query(`DROP TABLE ${expected[3]!}`);
    expect(await createAuditPartitions(db.database)).toBe(1);
    expect(await namesOf(PARTITIONS)).toEqual(expected);
    const kept = await db.database.query(`SELECT FROM audit_events WHERE action = 'test.kept'`);
    expect(kept).toHaveLength(1);
  });

  it('creates partitions that refuse to be truncated', async () => {
    await createAuditPartitions(db.database);
    await expect(db.database.query(`TRUNCATE ${expected[1]!}`)).rejects.toThrow();
  });
});
