import { Injectable } from '@nestjs/common';
import { Metrics } from '#libs/metrics';
import type pg from 'pg';
import { DataSource } from 'typeorm';

/** Shows how much of this process's pool of connections is taken, and who waits for one. */
@Injectable()
export class PoolGauges {
  constructor(dataSource: DataSource, metrics: Metrics) {
    const pool = (dataSource.driver as unknown as { readonly master: pg.Pool }).master;
    const one = (value: () => number) => () => Promise.resolve([{ value: value() }]);
    metrics.observed('postgres_pool_connections', 'Open connections, by state', ['state'], () =>
      Promise.resolve([
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
      ]),
    );
    metrics.observed(
      'postgres_pool_limit',
      'The most connections that may be open',
      [],
      one(() => pool.options.max),
    );
    metrics.observed(
      'postgres_pool_waiting',
      'Callers that wait for a connection',
      [],
      one(() => pool.waitingCount),
    );
  }
}
