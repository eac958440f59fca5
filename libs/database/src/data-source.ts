import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from '../../../migrations/index.js';
import { PooledClient } from './pooled-client.js';

type EntityClass = abstract new (...args: never[]) => object;

export interface DatabaseOptions {
  /** Connection URL of the runtime role. */
  readonly url: string;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** How long one statement may take; 30 seconds unless a tool says otherwise. */
  readonly queryTimeoutMs?: number;
  /** The URL past any transaction pooler. The server keeps plans only where it is `url` itself (D19). */
  readonly directUrl?: string;
  /** Entity classes, where no Nest module lists them (tools and specs). */
  readonly entities?: readonly EntityClass[];
}

/**
 * TypeORM's options for this service: explicit migrations only, ids made by the service, times in UTC.
 */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const { queryTimeoutMs = 30_000 } = options;
  return {
    type: 'postgres',
    url: options.url,
    poolSize: options.poolSize ?? 10,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    entities: [...(options.entities ?? [])] as (new () => object)[],
    migrations: [...migrations],
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: false,
    extra: {
      Client: PooledClient,
      prepares: options.url === options.directUrl,
      application_name: options.applicationName ?? 'countersign',
      connectionTimeoutMillis: 5000,
      query_timeout: queryTimeoutMs,
      // The server stops, too: what waited for a lock must not take effect long after its caller was told otherwise.
      statement_timeout: queryTimeoutMs,
      idle_in_transaction_session_timeout: 15000,
      keepAlive: true,
    },
  };
}

/** A data source of its own, for migrations and tools. The caller initializes and destroys it. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}
