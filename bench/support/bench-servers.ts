import { Redis } from 'ioredis';
import pg from 'pg';
import { migrate } from '#libs/database';
import { startPostgres } from '../../tools/postgres.js';
import { startRedis } from '../../tools/redis.js';
import { noteVersion } from './versions.js';

export interface BenchServers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly pool: pg.Pool;
  readonly postgresPid: number;
  readonly redisPid: number;
  /** An empty database of the same server, for a peer with a schema of its own; returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** One more database of the same server, with the schema in it; gives its URL. */
  addDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A Postgres that waits for its disk as in production, with the schema in it, and a Redis.
 *
 * @param settings more of postgresql.conf
 */
export async function startBenchServers(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServers> {
  // Leaving by process.exit runs the handlers that end the servers; leaving by a signal would not.
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  const [postgres, redis] = await Promise.all([
    startPostgres({
      password: 'bench',
      settings: { shared_buffers: '256MB', max_wal_size: '4GB', ...settings },
    }),
    startRedis(),
  ]);
  const createDatabase = async (name: string): Promise<string> => {
    const owner = new pg.Client({ connectionString: postgres.url });
    await owner.connect();
    await owner.query(`CREATE DATABASE ${name}`);
    await owner.end();
    return postgres.urlOf(name);
  };
  const addDatabase = async (name: string): Promise<string> => {
    const url = await createDatabase(name);
    await migrate(url);
    return url;
  };
  const databaseUrl = await addDatabase('bench');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  // The server may end a connection that the pool is just closing.
  pool.on('error', () => undefined);
  await noteVersions(pool, redis.url);
  return {
    databaseUrl,
    redisUrl: redis.url,
    pool,
    postgresPid: postgres.pid,
    redisPid: redis.pid,
    createDatabase,
    addDatabase,
    stop: async () => {
      await pool.end();
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

async function noteVersions(pool: pg.Pool, redisUrl: string): Promise<void> {
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
  noteVersion('PostgreSQL', rows[0]!.server_version);
  const redis = new Redis(redisUrl);
  const info = await redis.info('server');
  redis.disconnect();
  // Valkey also names the version of Redis that it stands for.
  const [, server, version] =
    /^(valkey)_version:(\S+)/m.exec(info) ?? /^(redis)_version:(\S+)/m.exec(info) ?? [];
  noteVersion(server === 'valkey' ? 'Valkey' : 'Redis', version ?? 'unknown');
}
