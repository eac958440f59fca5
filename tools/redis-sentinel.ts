import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { type RedisServer, startRedis } from './redis.js';

const SENTINELS = 3;
const MASTER = 'countersign';
const START_DEADLINE_MS = 20_000;

export interface RedisWithSentinels {
  /** The URL for REDIS_URL. */
  readonly url: string;
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  stop(): Promise<void>;
}

/** Starts a primary, its replica and three Sentinels on loopback, and resolves when they know one another. */
export async function startRedisWithSentinels(): Promise<RedisWithSentinels> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-sentinel-'));
  const primary = await startRedis({ settings: ['--repl-diskless-sync-delay', '0'] });
  const replica = await startRedis({ settings: ['--replicaof', `127.0.0.1 ${primary.port}`] });
  const sentinels = await Promise.all(
    Array.from({ length: SENTINELS }, (_, index) =>
      startSentinel(join(folder, `${index}.conf`), primary.port),
    ),
  );
  const stop = async () => {
    await Promise.all([...sentinels, replica, primary].map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(sentinels.map(knowsAll));
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}?master=${MASTER}`;
  return { url, primary, replica, stop };
}

/** A Sentinel rewrites its own configuration file. */
async function startSentinel(file: string, primaryPort: number): Promise<RedisServer> {
  const lines = [
    `sentinel monitor ${MASTER} 127.0.0.1 ${primaryPort} 2`,
    `sentinel down-after-milliseconds ${MASTER} 500`,
    `sentinel failover-timeout ${MASTER} 2000`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return startRedis({ port: await freePort(), file, settings: ['--sentinel'] });
}

async function knowsAll({ url }: RedisServer): Promise<void> {
  const sentinel = new Redis(url);
  const deadline = Date.now() + START_DEADLINE_MS;
  try {
    for (;;) {
      const facts = (await sentinel.call('SENTINEL', 'MASTER', MASTER)) as string[];
      const fact = (name: string) => facts[facts.indexOf(name) + 1];
      if (fact('num-slaves') === '1' && fact('num-other-sentinels') === String(SENTINELS - 1)) return;
      if (Date.now() > deadline) throw new Error('The Sentinels did not find each other in time.');
      await sleep(20);
    }
  } finally {
    sentinel.disconnect();
  }
}
