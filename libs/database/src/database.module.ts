import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ConnectionPool } from './connection-pool.js';
import { type DatabaseOptions, dataSourceOptions, replicaPoolOptions } from './data-source.js';
import { Database } from './database.js';
import { DatabaseClock } from './database-clock.js';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { DATABASE_METRICS, LIST_PAGES } from './database-metrics.js';
import { ReadReplica } from './read-replica.js';
import { assertSchemaVersion } from './schema-version.js';

/** Provides the Database globally. Fails at boot on a schema that this release does not know. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => ({ ...dataSourceOptions(options), retryAttempts: 0 }),
      dataSourceFactory: connectChecked,
    });
    return {
      module: DatabaseModule,
      imports: [typeOrm],
      providers: [
        {
          provide: ReadReplica,
          useFactory: (source: DataSource, pages: Counter<'by'>) => replicaOf(options, source, pages),
          inject: [DataSource, getToken(LIST_PAGES)],
        },
        {
          provide: Database,
          useFactory: (source: DataSource, replica: ReadReplica | null) => new Database(source, replica),
          inject: [DataSource, ReadReplica],
        },
        ConnectionPool,
        DatabaseClock,
        ...DATABASE_METRICS,
      ],
      exports: [ConnectionPool, Database, DatabaseClock],
    };
  }
}

function replicaOf(options: DatabaseOptions, source: DataSource, pages: Counter<'by'>): ReadReplica | null {
  if (!options.readUrl) return null;
  return new ReadReplica(new Database(source), replicaPoolOptions(options, options.readUrl), pages);
}

async function connectChecked(options?: DataSourceOptions): Promise<DataSource> {
  if (!options) throw new Error('DatabaseModule needs its options.');
  const dataSource = await new DataSource(options).initialize();
  await assertSchemaVersion(dataSource);
  return dataSource;
}
