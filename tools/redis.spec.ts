import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer, requireRedis, startRedis, type RedisServer } from './redis.js';

describe('A Redis server of our own', () => {
  const servers: RedisServer[] = [];
  const start = async (options?: { port: number }) => {
    const server = await startRedis(options);
    servers.push(server);
    return server;
  };
  const ask = async (url: string) => {
    const redis = new Redis(url, { retryStrategy: () => null, disconnectTimeout: 0 });
    redis.on('error', () => undefined);
    return redis.ping().finally(() => redis.disconnect());
  };
  const { REDIS_URL } = process.env;

  afterEach(async () => {
    if (REDIS_URL === undefined) delete process.env.REDIS_URL;
    else process.env.REDIS_URL = REDIS_URL;
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  it('answers once started, on loopback only, and is gone after stop', async () => {
    const server = await start();
    expect(server.url).toMatch(/^redis:\/\/127\.0\.0\.1:\d+$/);
    expect(await ask(server.url)).toBe('PONG');
    await server.stop();
    await expect(ask(server.url)).rejects.toThrow();
    expect(() => process.kill(server.pid, 0)).toThrow();
  });

  it('can be stopped twice, and after it was killed', async () => {
    const server = await start();
    process.kill(server.pid, 'SIGKILL');
    await server.stop();
    await server.stop();
  });

  it('comes back on the same port when asked to', async () => {
    const first = await start();
    await first.stop();
    const second = await start({ port: Number(new URL(first.url).port) });
    expect(second.url).toBe(first.url);
    expect(await ask(second.url)).toBe('PONG');
  });

  it('fails on a port that another server uses, instead of taking that one for its own', async () => {
    const first = await start();
    await expect(start({ port: Number(new URL(first.url).port) })).rejects.toThrow(/did not start on port/);
    expect(await ask(first.url)).toBe('PONG');
  });

  it('is not started where REDIS_URL names one, and that one survives', async () => {
    const server = await start();
    process.env.REDIS_URL = server.url;
    const required = await requireRedis();
    expect(required.url).toBe(server.url);
    await required.stop();
    expect(await ask(server.url)).toBe('PONG');
  });

  it('is started where REDIS_URL names none', async () => {
    delete process.env.REDIS_URL;
    const required = await requireRedis();
    expect(await ask(required.url)).toBe('PONG');
    await required.stop();
  });
});

describe('Looking for the server program', () => {
  it('prefers redis-server to valkey-server, takes only executable files, and returns undefined for none', async () => {
    const [empty, full] = [await mkdtemp(join(tmpdir(), 'path-')), await mkdtemp(join(tmpdir(), 'path-'))];
    const searchPath = [empty, full].join(delimiter);
    expect(findRedisServer(searchPath)).toBeUndefined();
    await writeFile(join(empty, 'redis-server'), '', { mode: 0o644 });
    expect(findRedisServer(searchPath)).toBeUndefined();
    await writeFile(join(empty, 'valkey-server'), '', { mode: 0o755 });
    expect(findRedisServer(searchPath)).toBe(join(empty, 'valkey-server'));
    await writeFile(join(full, 'redis-server'), '', { mode: 0o755 });
    expect(findRedisServer(searchPath)).toBe(join(full, 'redis-server'));
    await Promise.all([empty, full].map((folder) => rm(folder, { recursive: true })));
  });
});
