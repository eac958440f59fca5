import { makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import { ConnectionPool } from './connection-pool.js';

/** The pool of connections as metrics. */
export const POOL_GAUGES = [
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
];
