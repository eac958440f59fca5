import { createDataSource } from './data-source.js';

/** Any number that no other tool on this database uses for its advisory lock. */
const MIGRATION_LOCK = 7_305_118_020;
/** As the driver and the server read it. */
const NO_LIMIT = 0;

/**
 * Brings the schema up to date under an advisory lock, so that several processes may start it at
 * once. Gives the names of the migrations that ran.
 *
 * @param url a direct connection: a transaction pooler cannot hold the session lock (D19)
 */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = createDataSource({
    ...{ url, poolSize: 2, applicationName: 'countersign-migrate' },
    // An index over a large table takes its time, and so does another process that migrates.
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
