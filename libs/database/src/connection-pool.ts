import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';

/** Usage of this process's connection pool. */
@Injectable()
export class ConnectionPool {
  private readonly pool: pg.Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  get busy(): number {
    return this.pool.totalCount - this.pool.idleCount;
  }

  get idle(): number {
    return this.pool.idleCount;
  }

  /** Maximum number of connections. */
  get limit(): number {
    return this.pool.options.max;
  }

  /** Number of callers waiting for a connection. */
  get waiting(): number {
    return this.pool.waitingCount;
  }
}

/** Returns the `pg` pool of TypeORM's driver. @throws Error once the data source is destroyed */
export function poolOf(dataSource: DataSource): pg.Pool {
  const { master } = dataSource.driver as unknown as { readonly master: pg.Pool | undefined };
  if (!master) throw new Error('Driver not connected');
  return master;
}
