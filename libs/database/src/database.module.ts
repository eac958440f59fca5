import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ConnectionPool } from './connection-pool.js';
import { dataSourceOptions, type DatabaseOptions } from './data-source.js';
import { Database } from './database.js';
import { POOL_GAUGES } from './pool-gauges.js';
import { assertSchemaVersion } from './schema-version.js';

/** Provides the Database everywhere. Boot fails on a schema that this release does not know. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => ({ ...dataSourceOptions(options), autoLoadEntities: true, retryAttempts: 0 }),
      dataSourceFactory: connectChecked,
    });
    return {
      module: DatabaseModule,
      imports: [typeOrm],
      providers: [
        {
          provide: Database,
          useFactory: (source: DataSource) => new Database(source),
          inject: [DataSource],
        },
        ConnectionPool,
        ...POOL_GAUGES,
      ],
      exports: [ConnectionPool, Database],
    };
  }
}

async function connectChecked(options?: DataSourceOptions): Promise<DataSource> {
  if (!options) throw new Error('DatabaseModule needs its options.');
  const dataSource = await new DataSource(options).initialize();
  await assertSchemaVersion(dataSource);
  return dataSource;
}
