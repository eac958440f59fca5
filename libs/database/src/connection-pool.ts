import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';

/** How much of this process's pool of connections is taken, and who waits for one. */
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

  /** The most connections that may be open. */
  get limit(): number {
    return this.pool.options.max;
  }

  /** Callers that wait for a connection. */
  get waiting(): number {
    return this.pool.waitingCount;
  }
}

/** Returns the pool that TypeORM's driver made: an ordinary one of `pg`. @throws Error once the data source was destroyed */
export function poolOf(dataSource: DataSource): pg.Pool {
  const { master } = dataSource.driver as unknown as { readonly master: pg.Pool | undefined };
  if (!master) throw new Error('Driver not connected');
  return master;
}
