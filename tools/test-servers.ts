import pg from 'pg';
import { migrate } from '#libs/database';
import { type PostgresServer, startPostgres } from './postgres.js';
import { requireRedis } from './redis.js';

const TEMPLATE = 'countersign_template';
const PASSWORD = 'test';
/**
 * Test data needn't survive a crash, so nothing waits for the disk. Databases live for seconds, too short for autovacuum, and
 * thousands of connections sign in.
 */
const FAST = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  ...{ max_connections: '300', scram_iterations: '1' },
};

export interface TestServers {
  /** Environment variables of the suites. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts one Postgres and one Redis for a whole test run, and migrates the template database that suites clone.
 * @param postgresLog a file for Postgres' log
 */
export async function startTestServers(postgresLog?: string): Promise<TestServers> {
  // process.exit runs the handlers that stop the servers; ending by a signal would not.
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  const [postgres, redis] = await Promise.all([
    startPostgres({ password: PASSWORD, settings: FAST, log: postgresLog }),
    requireRedis(),
  ]);
  await createTemplate(postgres);
  return {
    environment: { TEST_POSTGRES_URL: postgres.url, TEST_TEMPLATE: TEMPLATE, TEST_REDIS_URL: redis.url },
    stop: async () => {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

async function createTemplate(postgres: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`ALTER ROLE postgres PASSWORD '${PASSWORD}'`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate(postgres.urlOf(TEMPLATE));
}
