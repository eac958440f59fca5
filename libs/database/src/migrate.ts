import { createDataSource } from './data-source.js';

/** Key of the advisory lock; unique within the database. */
const MIGRATION_LOCK = 7_305_118_020;
/** 0 disables the timeout, both for the driver and the server. */
const NO_LIMIT = 0;

/**
 * Migrates the schema under an advisory lock, so that several processes may start it concurrently. Returns the names of the
 * migrations that ran.
 *
 * @param url a direct connection: a transaction pooler can't hold the session lock (D19)
 */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = createDataSource({
    ...{ url, poolSize: 2, applicationName: 'countersign-migrate' },
    // An index over a large table takes long, and so may another process's migration.
    queryTimeoutMs: NO_LIMIT,
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await dataSource.runMigrations({ transaction: 'all' });
    return ran.map((migration) => migration.name);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}
