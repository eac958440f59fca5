import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import type { CacheAddress } from '#libs/config';

export type RedisClient = Redis | Cluster;

/** How long one command may take, and how long an attempt to connect. */
export const TIMEOUT_MS = 1_000;

const retryStrategy = (attempt: number): number =>
  Math.min(50 * 2 ** (attempt - 1), 1_000) + Math.random() * 100;

const CONNECTION = {
  connectTimeout: TIMEOUT_MS,
  commandTimeout: TIMEOUT_MS,
  // Commands time out first; a connection that stays silent longer is dead and is replaced.
  socketTimeout: 2 * TIMEOUT_MS,
  maxLoadingRetryTime: TIMEOUT_MS,
  disconnectTimeout: 200,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} satisfies RedisOptions;

/**
 * Fail fast and heal alone: commands wait for nothing but a connection attempt under way, are never queued for a
 * later connection, and are never sent twice (a repeated GETDEL or INCR would change its meaning).
 */
const SERVER: RedisOptions = {
  ...CONNECTION,
  enableOfflineQueue: false,
  retryStrategy,
  // After a failover the old primary answers READONLY: look the address up again.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
};

/**
 * The same for a cluster. A command is retried only if a server said that it has not run it (MOVED, ASK): after a lost
 * connection that is unknown.
 */
const CLUSTER: ClusterOptions = {
  // Without it, commands for a node fail while the first one still connects. The cache sends none to an unavailable cluster.
  enableOfflineQueue: true,
  maxRedirections: 4,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  slotsRefreshTimeout: TIMEOUT_MS,
  clusterRetryStrategy: retryStrategy,
  // Names are not resolved to addresses, because certificates contain names.
  dnsLookup: (name, found) => found(null, name),
};

/** Returns a client that is connecting. The caller closes it. */
export function connectRedis(address: Exclude<CacheAddress, { kind: 'memory' }>): RedisClient {
  switch (address.kind) {
    case 'server':
      return new Redis(address.url, SERVER);
    case 'cluster':
      return new Cluster([...address.servers], {
        ...CLUSTER,
        redisOptions: { ...CONNECTION, ...loginOf(address) },
      });
    case 'sentinel':
      return new Redis({
        ...SERVER,
        ...loginOf(address),
        sentinels: [...address.sentinels],
        name: address.master,
        db: address.database,
        sentinelPassword: address.sentinelPassword,
        sentinelCommandTimeout: TIMEOUT_MS,
        // Once all were asked the client ends, so that commands fail at once; the cache reconnects it.
        sentinelRetryStrategy: () => null,
        // Disconnects from a replaced primary, even if it is still reachable behind a partition.
        failoverDetector: true,
        ...(address.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
      });
  }
}

function loginOf({ tls, username, password }: Extract<CacheAddress, { tls: boolean }>): RedisOptions {
  return { username, password, ...(tls ? { tls: {} } : {}) };
}
