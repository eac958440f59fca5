import { Injectable } from '@nestjs/common';
import { Metrics } from '#libs/metrics';
import { ConnectionPool } from './connection-pool.js';

/** Shows the pool of connections as metrics. */
@Injectable()
export class PoolGauges {
  constructor(pool: ConnectionPool, metrics: Metrics) {
    const one = (value: () => number) => () => Promise.resolve([{ value: value() }]);
    metrics.observed('postgres_pool_connections', 'Open connections, by state', ['state'], () =>
      Promise.resolve([
        { labels: { state: 'busy' }, value: pool.busy },
        { labels: { state: 'idle' }, value: pool.idle },
      ]),
    );
    metrics.observed(
      'postgres_pool_limit',
      'The most connections that may be open',
      [],
      one(() => pool.limit),
    );
    metrics.observed(
      'postgres_pool_waiting',
      'Callers that wait for a connection',
      [],
      one(() => pool.waiting),
    );
  }
}
