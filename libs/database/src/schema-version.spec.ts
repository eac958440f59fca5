import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { migrate } from './migrate.js';
import { assertSchemaVersion } from './schema-version.js';

describe('the schema version', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('is accepted when every migration of this release has run', async () => {
    await expect(assertSchemaVersion(test.dataSource)).resolves.toBeUndefined();
  });

  it('is migrated once by four concurrent processes', async () => {
    const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(test.url)));
    expect(ran.flat()).toEqual([]);
  });

  it('waits longer than statement_timeout while another process migrates', async () => {
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock(7305118020)');
    const migrated = migrate(test.url).catch((error: unknown) => error);
    await sleep(36_000);
    await other.end();
    expect(await migrated).toEqual([]);
  }, 60_000);

  it('is rejected when newer than this release', async () => {
    await test.database.query(`INSERT INTO schema_migrations (timestamp, name) VALUES (9, 'FromTheFuture9')`);
    await expect(assertSchemaVersion(test.dataSource)).rejects.toThrow(
      'newer than this release (unknown FromTheFuture9)',
    );
    await test.database.query(`DELETE FROM schema_migrations WHERE name = 'FromTheFuture9'`);
  });

  it('is rejected when older than this release, or empty', async () => {
    await test.database.query(`DELETE FROM schema_migrations WHERE name = 'CreateAudit1763700000006'`);
    await expect(assertSchemaVersion(test.dataSource)).rejects.toThrow('missing CreateAudit1763700000006');
    await test.database.query('DROP TABLE schema_migrations');
    await expect(assertSchemaVersion(test.dataSource)).rejects.toThrow('older than this release');
  });
});
