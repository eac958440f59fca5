import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from '../../../migrations/index.js';
import type pg from 'pg';
import { PooledClient, type PooledClientConfig } from './pooled-client.js';

/** How long one statement of the service may take at the server. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * How long an unused connection stays open. Its prepared statements are planned anew on the next one, each of them up to six
 * times, which costs more than running them a thousand times: the driver's 10 s would close them in every lull.
 */
const IDLE_CONNECTION_MS = 30 * 60_000;
/** When a connection is replaced, so that a pooler or a promoted primary behind one name gets its share again. */
const CONNECTION_LIFETIME_S = 60 * 60;
/** How long a transaction may wait for its next statement. */
export const IDLE_IN_TRANSACTION_MS = 15_000;

const POOL_SIZE = 10;

const KEPT = { idleTimeoutMillis: IDLE_CONNECTION_MS, maxLifetimeSeconds: CONNECTION_LIFETIME_S } as const;

type EntityClass = abstract new (...args: never[]) => object;

export interface DatabaseOptions {
  /** Connection URL of the runtime role. */
  readonly url: string;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** How long one statement may take; STATEMENT_TIMEOUT_MS unless a tool says otherwise. */
  readonly queryTimeoutMs?: number;
  /** The URL past any transaction pooler: one stands at `url` where the two differ (D19). */
  readonly directUrl?: string;
  /** A statement that takes longer is logged by its name; 0, the default, for none. */
  readonly slowStatementMs?: number;
  /** A read replica for lists, reached by the same kind of way as `url`. */
  readonly readUrl?: string | null;
  /** Whether that pooler keeps prepared statements; false unless said. */
  readonly poolerPrepares?: boolean;
  /** Entity classes, where no Nest module lists them (tools and specs). */
  readonly entities?: readonly EntityClass[];
}

/**
 * TypeORM's options for this service: explicit migrations only, ids made by the service, times in UTC.
 */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const { queryTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  return {
    type: 'postgres',
    url: options.url,
    poolSize: options.poolSize ?? POOL_SIZE,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    entities: [...(options.entities ?? [])] as (new () => object)[],
    migrations: [...migrations],
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
    extra: {
      Client: PooledClient,
      prepares: preparesAt(options),
      pooled: isPooled(options),
      slowStatementMs: options.slowStatementMs ?? 0,
      application_name: options.applicationName ?? 'countersign',
      connectionTimeoutMillis: 5000,
      ...KEPT,
      query_timeout: queryTimeoutMs,
      // The server stops, too: what waited for a lock must not take effect long after its caller was told otherwise.
      statement_timeout: queryTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
    },
  };
}

/** Returns the options of the pool to the read replica, beside its limits of time: half of the primary's connections. */
export function replicaPoolOptions(
  options: DatabaseOptions,
  url: string,
): PooledClientConfig & Pick<pg.PoolConfig, 'max' | keyof typeof KEPT> {
  return {
    connectionString: url,
    max: Math.ceil((options.poolSize ?? POOL_SIZE) / 2),
    prepares: preparesAt(options),
    pooled: isPooled(options),
    slowStatementMs: options.slowStatementMs ?? 0,
    application_name: options.applicationName,
    ...KEPT,
    keepAlive: true,
  };
}

function preparesAt(options: DatabaseOptions): boolean {
  return !isPooled(options) || options.poolerPrepares === true;
}

function isPooled({ url, directUrl }: DatabaseOptions): boolean {
  return url !== directUrl;
}

/** A data source of its own, for migrations and tools. The caller initializes and destroys it. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}
