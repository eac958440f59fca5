import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { CacheContent } from '../support/cache-content.js';
import { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';

describe('a process that receives SIGTERM', () => {
  let stack: TestStack;
  let locker: pg.Client;
  beforeAll(async () => {
    stack = await startStack({ worker: true, env: { SVC_WORKER_WRAPS_EXPIRED_INTERVAL: '10ms' } });
    locker = new pg.Client({ connectionString: stack.databaseUrl });
    await locker.connect();
  }, 60_000);
  afterAll(async () => {
    await locker?.end();
    await stack?.stop();
  });

  /** Holds a table until released; resolves when a statement of the service waits for it. */
  async function hold(table: string): Promise<{ awaited(): Promise<unknown>; release(): Promise<unknown> }> {
    await locker.query('BEGIN');
    await locker.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const waiting = async (): Promise<boolean> => {
      const { rows } = await locker.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass`,
        [table],
      );
      return rows.length > 0;
    };
    return {
      awaited: () => eventually(waiting, `somebody waits for ${table}`),
      release: () => locker.query('COMMIT'),
    };
  }

  /** Returns a connection on which the last line of a request is still missing. */
  async function halfARequest(url: string, path: string): Promise<{ finish(): Promise<string> }> {
    const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n`);
    return {
      finish: async () => {
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
        socket.write('connection: close\r\n\r\n');
        await once(socket, 'close');
        return text;
      },
    };
  }

  it('finishes open calls, is unready meanwhile, accepts none and exits with 0 (api)', async () => {
    const api = await stack.addApi();
    const admin = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const table = await hold('teams');
    const open = admin.post('/teams', { name: 'asked for before the stop' });
    await table.awaited();
    const probe = await halfARequest(api.url, '/readyz');
    const ended = api.stop();
    await eventually(() => Promise.resolve(api.output().includes('"msg":"stopping"')), 'stopping');
    const readiness = await probe.finish();
    expect(readiness).toMatch(/^HTTP\/1\.1 503 /);
    expect(readiness).toContain('"process":"is stopping"');
    const refused = (): Promise<boolean> =>
      fetch(`${api.url}/healthz`).then(
        () => false,
        () => true,
      );
    await eventually(refused, 'no new connections');
    await table.release();
    expect(await open).toMatchObject({ status: 201, body: { name: 'asked for before the stop' } });
    expect(await ended).toBe(0);
  });

  it('exits in spite of a client that keeps calling over its connection (api)', async () => {
    const api = await stack.addApi();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const heard: (string | undefined)[] = [];
    const asking = (async () => {
      for (;;) {
        const [answer] = (await once(get(`${api.url}/healthz`, { agent }), 'response')) as [IncomingMessage];
        heard.push(answer.headers.connection);
        await answer.resume().toArray();
      }
    })().catch((error: NodeJS.ErrnoException) => error.code);
    await eventually(() => Promise.resolve(heard.length > 2), 'a busy connection');
    expect(await api.stop()).toBe(0);
    // Between two requests its connection is idle and may end unannounced; the kernel resets a new one that nobody has
    // accepted when listening ends.
    expect(['ECONNREFUSED', 'ECONNRESET']).toContain(await asking);
    expect(heard.at(0)).toBe('keep-alive');
    agent.destroy();
  });

  it('waits for the running task, releases its locks and exits with 0 (worker)', async () => {
    const worker = stack.worker!;
    const table = await hold('wraps');
    await table.awaited();
    const probe = await halfARequest(worker.url, '/readyz');
    const ended = worker.stop();
    await eventually(() => Promise.resolve(worker.output().includes('"msg":"stopping"')), 'stopping');
    const readiness = await probe.finish();
    expect(readiness).toMatch(/^HTTP\/1\.1 503 /);
    expect(readiness).toContain('"process":"is stopping"');
    await table.release();
    expect(await ended).toBe(0);
    const redis = CacheContent.open(stack.redisUrl);
    expect((await redis.keys('*')).filter((key) => key.includes('task:'))).toEqual([]);
    redis.disconnect();
  });

  it('stops once, for any number of signals', async () => {
    const api = await stack.addApi();
    const table = await hold('teams');
    const admin = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const open = admin.post('/teams', { name: 'told twice' });
    await table.awaited();
    const ended = api.stop();
    await eventually(() => Promise.resolve(api.output().includes('"msg":"stopping"')), 'stopping');
    process.kill(api.pid, 'SIGTERM');
    await table.release();
    expect([(await open).status, await ended]).toEqual([201, 0]);
  });
});
