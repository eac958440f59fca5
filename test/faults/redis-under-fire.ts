import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from '../../tools/redis.js';

/** A Redis that can be flushed, killed and stripped of its locks. */
export class RedisUnderFire {
  private constructor(private server: RedisServer) {}

  static async start(): Promise<RedisUnderFire> {
    return new RedisUnderFire(await startRedis());
  }

  get url(): string {
    return this.server.url;
  }

  /** Flushes it. @returns the number of keys */
  async flush(): Promise<number> {
    return this.use(async (redis) => {
      const keys = await redis.dbsize();
      await redis.flushall();
      return keys;
    });
  }

  /** Deletes the workers' locks. @returns their number */
  async dropLocks(): Promise<number> {
    return this.use(async (redis) => {
      const locks = (await redis.keys('*')).filter((key) => key.includes('task:'));
      return locks.length > 0 ? redis.del(...locks) : 0;
    });
  }

  /** kill -9, and the same server again, empty, after that long. */
  async restart(awayMs: number): Promise<void> {
    const port = Number(new URL(this.url).port);
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.stop();
    await sleep(awayMs);
    this.server = await startRedis({ port });
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private async use<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url);
    // It may be killed meanwhile: what was asked of it fails, or is asked again.
    redis.on('error', () => undefined);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }
}
