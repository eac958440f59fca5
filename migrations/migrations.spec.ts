import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../test/support/test-database.js';

/** Columns that are there for the release before alone, with the release that drops them. */
const TO_DROP = [
  ['idempotency_keys', 'attempt', '0.2.0'],
  ['idempotency_keys', 'carried_out_at', '0.2.0'],
] as const;

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('the migrated schema', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('has an index that leads with the columns of every foreign key', async () => {
    const missing = await test.database.query<{ name: string }>(`
      SELECT c.conname AS name FROM pg_constraint c
      WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT 1 FROM pg_index i
        WHERE i.indrelid = c.conrelid
          AND (SELECT array_agg(k ORDER BY k) FROM unnest((i.indkey::smallint[])[0:0]) k) <@ c.conkey)`);
    expect(missing).toEqual([]);
  });

  it.each(TO_DROP)(
    'has the column %s.%s before release %s, and not from then on',
    async (table, column, release) => {
      const sql = 'SELECT FROM information_schema.columns WHERE table_name = $1 AND column_name = $2';
      const found = await test.database.query(sql, [table, column]);
      const isBefore = version.localeCompare(release, 'en', { numeric: true }) < 0;
      expect(found).toHaveLength(isBefore ? 1 : 0);
    },
  );

  it('refuses every change of an audit row', async () => {
    await test.database.query(
      `INSERT INTO audit_events (id, actor, action, status) VALUES (gen_random_uuid(), 'system:test', 'test', 'success')`,
    );
    for (const sql of [
      `UPDATE audit_events SET actor = 'x'`,
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
    ]) {
      await expect(test.database.query(sql)).rejects.toThrow('append-only');
    }
  });

  it('refuses a request status that no transition leads to', async () => {
    const [row] = await test.database.query<{ count: string }>(
      `SELECT count(*) FROM request_transitions WHERE status_before IN
        ('executed', 'failed', 'refused', 'rejected', 'cancelled', 'expired')`,
    );
    expect(row?.count).toBe('0');
  });
});
