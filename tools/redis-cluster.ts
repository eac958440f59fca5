import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { type RedisServer, startRedis } from './redis.js';

const SLOTS = 16_384;
const PRIMARIES = 3;
const START_DEADLINE_MS = 20_000;

/** A server of a cluster, with a direct connection. */
export interface ClusterNode {
  readonly server: RedisServer;
  readonly redis: Redis;
}

export interface RedisCluster {
  /** The URL for REDIS_URL. */
  readonly url: string;
  /** Three primaries, each with a third of the slots. */
  readonly primaries: readonly ClusterNode[];
  /** One replica per primary, in their order. */
  readonly replicas: readonly ClusterNode[];
  /** Returns the initial primary and replica of a key's slot. */
  ownersOf(key: string): Promise<{ readonly primary: ClusterNode; readonly replica: ClusterNode }>;
  stop(): Promise<void>;
}

/**
 * Starts a cluster of three primaries with a replica each on loopback, and resolves when it serves all slots.
 * @param ports the primaries' ports; free ones by default
 */
export async function startRedisCluster(ports: readonly number[] = []): Promise<RedisCluster> {
  const nodes = await Promise.all(Array.from({ length: 2 * PRIMARIES }, (_, n) => startNode(ports[n])));
  const [primaries, replicas] = [nodes.slice(0, PRIMARIES), nodes.slice(PRIMARIES)];
  const stop = async () => {
    for (const { redis } of nodes) redis.disconnect();
    await Promise.all(nodes.map(({ server }) => server.stop()));
  };
  try {
    await join(primaries, replicas);
  } catch (error) {
    await stop();
    throw error;
  }
  const ownersOf = async (key: string) => {
    const index = shareOf(await primaries[0]!.redis.cluster('KEYSLOT', key));
    return { primary: primaries[index]!, replica: replicas[index]! };
  };
  const url = `redis+cluster://${primaries.map(({ server }) => `127.0.0.1:${server.port}`).join(',')}`;
  return { url, primaries, replicas, ownersOf, stop };
}

async function startNode(port?: number): Promise<ClusterNode> {
  const settings = [
    ...['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())],
    ...['--cluster-node-timeout', '1000', '--repl-diskless-sync-delay', '0'],
    // A replica may take over however old its data is.
    ...['--cluster-replica-validity-factor', '0'],
  ];
  const server = await startRedis({ port, settings });
  const redis = new Redis(server.url);
  redis.on('error', () => undefined); // Servers are killed deliberately.
  return { server, redis };
}

async function join(primaries: readonly ClusterNode[], replicas: readonly ClusterNode[]): Promise<void> {
  const all = [...primaries, ...replicas];
  await Promise.all(
    primaries.map(({ redis }, index) => {
      const range = [
        Math.ceil((index * SLOTS) / PRIMARIES),
        Math.ceil(((index + 1) * SLOTS) / PRIMARIES) - 1,
      ];
      return redis.call('CLUSTER', 'ADDSLOTSRANGE', ...range.map(String));
    }),
  );
  // Nodes that meet must have different epochs.
  await Promise.all(
    all.map(({ redis }, index) => redis.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1))),
  );
  const [first] = all;
  for (const { redis, server } of all.slice(1)) await meet(first!, redis, server);
  await until(async () => (await Promise.all(all.map(knows(all.length)))).every(Boolean));
  await Promise.all(
    replicas.map(async ({ redis }, index) =>
      redis.call('CLUSTER', 'REPLICATE', (await primaries[index]!.redis.call('CLUSTER', 'MYID')) as string),
    ),
  );
  await until(async () => (await Promise.all(all.map(serves))).every(Boolean));
}

/** The nonstandard cluster bus port has to be specified. */
async function meet(first: ClusterNode, redis: Redis, server: RedisServer): Promise<void> {
  const [, bus] = (await redis.config('GET', 'cluster-port')) as [string, string];
  await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', String(server.port), bus);
}

function knows(count: number): (node: ClusterNode) => Promise<boolean> {
  return async ({ redis }) => {
    const nodes = ((await redis.call('CLUSTER', 'NODES')) as string).trim().split('\n');
    return nodes.length === count && !nodes.some((line) => line.includes('handshake'));
  };
}

async function serves({ redis }: ClusterNode): Promise<boolean> {
  const info = (await redis.call('CLUSTER', 'INFO')) as string;
  const slaves = ((await redis.call('CLUSTER', 'NODES')) as string)
    .split('\n')
    .filter((line) => / (myself,)?slave /.test(line));
  const replication = await redis.info('replication');
  const linked = !replication.includes('role:slave') || replication.includes('master_link_status:up');
  return info.includes('cluster_state:ok') && slaves.length === PRIMARIES && linked;
}

function shareOf(slot: number): number {
  return Math.floor((slot * PRIMARIES) / SLOTS);
}

async function until(question: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error('The Redis cluster did not come up in time.');
    await sleep(20);
  }
}
