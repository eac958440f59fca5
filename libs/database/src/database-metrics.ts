import { makeCounterProvider, makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import { observedGauge } from '#libs/metrics';
import { ConnectionPool } from './connection-pool.js';
import { Database } from './database.js';

export const LIST_PAGES = 'postgres_list_pages_total';

/** Metrics of the connection pool and the read replica. */
export const DATABASE_METRICS = [
  makeGaugeProvider({
    name: 'postgres_pool_connections',
    help: 'Open connections, by state',
    labelNames: ['state'],
    inject: [ConnectionPool],
    collect({ busy, idle }: ConnectionPool) {
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  }),
  makeGaugeProvider({
    name: 'postgres_pool_limit',
    help: 'The most connections that may be open',
    inject: [ConnectionPool],
    collect({ limit }: ConnectionPool) {
      this.set(limit);
    },
  }),
  makeGaugeProvider({
    name: 'postgres_pool_waiting',
    help: 'Callers that wait for a connection',
    inject: [ConnectionPool],
    collect({ waiting }: ConnectionPool) {
      this.set(waiting);
    },
  }),
  observedGauge({
    name: 'postgres_replica_staleness_seconds',
    help: 'Maximum age of the data on the read replica; NaN without one',
    inject: [Database],
    read: ({ replicaStalenessMs }) => [{ value: replicaStalenessMs / 1000 }],
  }),
  makeCounterProvider({
    name: LIST_PAGES,
    help: 'Pages of lists that a read replica may serve, by who answered: replica or primary',
    labelNames: ['by'],
  }),
];
