import { startRedis } from '../../tools/redis.js';
import { startRedisCluster } from '../../tools/redis-cluster.js';
import { leaksInCache } from './canary-scan.js';
import { isSearched, noteLeaks } from './run-folder.js';

export interface StackCache {
  /** For REDIS_URL; it stays the same when the cache was taken away. */
  readonly url: string;
  /** Stops every server of it; what it held is lost. @returns a function that starts them again, empty */
  takeAway(): Promise<() => Promise<void>>;
  /** Idempotent. */
  stop(): Promise<void>;
}

/** Starts the cache of a stack: one server, or with REDIS_CLUSTER=1 a cluster. Its content is searched before it goes. */
export async function startCache(): Promise<StackCache> {
  const first = await startServers();
  const { url, ports } = first;
  let running: typeof first | null = first;
  const stop = async (): Promise<void> => {
    const servers = running;
    running = null;
    if (servers && isSearched) noteLeaks(await leaksInCache(url));
    await servers?.stop();
  };
  const takeAway = async () => {
    await stop();
    return async () => void (running = await startServers(ports));
  };
  return { url, takeAway, stop };
}

/** @param ports where the servers of the URL listened before */
async function startServers(ports: readonly number[] = []) {
  if (process.env.REDIS_CLUSTER !== '1') {
    const server = await startRedis({ port: ports[0] });
    return { ...server, ports: [server.port] };
  }
  const cluster = await startRedisCluster(ports);
  return { ...cluster, ports: cluster.primaries.map(({ server }) => server.port) };
}
