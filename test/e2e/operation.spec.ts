import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { leaksIn } from '../support/canary-scan.js';
import { canary, canaryKey } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { takeDatabaseAway } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';

function boot(app: 'api' | 'worker', env: Record<string, string>): { code: number | null; output: string } {
  const run = spawnSync(process.execPath, [resolve(`dist/apps/${app}/main.js`)], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { code: run.status, output: run.stdout + run.stderr };
}

describe('booting', () => {
  it('lists every configuration error by variable at once, without values', () => {
    const { code, output } = boot('api', {
      SVC_JWT_SECRET: canary('short'),
      SVC_WRAP_MASTER_KEY: Buffer.from(canary('short')).toString('base64'),
      REDIS_URL: 'memory://',
      SVC_STEP_UP_TTL: 'forever-and-a-day',
    });
    expect(code).toBe(1);
    for (const name of [
      'DATABASE_URL',
      'SVC_JWT_SECRET',
      'SVC_WRAP_MASTER_KEY',
      'REDIS_URL',
      'SVC_STEP_UP_TTL',
    ]) {
      expect(output).toContain(name);
    }
    expect(leaksIn('output', output)).toEqual([]);
    expect(output).not.toContain('forever-and-a-day');
  });

  it.each(['api', 'worker'] as const)('refuses an unknown schema version (%s)', async (app) => {
    const { createDatabaseUrl, dropDatabase } = await import('../support/test-database.js');
    const url = await createDatabaseUrl();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`INSERT INTO schema_migrations (timestamp, name) VALUES (9, 'FromTheFuture9')`);
    await client.end();
    const { code, output } = boot(app, {
      SVC_ENV: 'development',
      DATABASE_URL: url,
      REDIS_URL: 'memory://',
      SVC_JWT_SECRET: canary('SVC_JWT_SECRET'),
      SVC_WRAP_MASTER_KEY: canaryKey('SVC_WRAP_MASTER_KEY').toString('base64'),
      API_ADDR: '127.0.0.1:0',
      WORKER_ADDR: '127.0.0.1:0',
    });
    expect(code).toBe(1);
    expect(output).toContain('SchemaVersionError');
    expect(output).toContain('FromTheFuture9');
    await dropDatabase(url);
  });
});

describe('running', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startStack({ apis: 1, worker: true });
  }, 60_000);
  afterAll(() => stack?.stop());

  const probe = async (base: string, path: string): Promise<{ status: number; body: any }> => {
    const response = await fetch(`${base}${path}`);
    return { status: response.status, body: await response.json() };
  };

  /** An answer is kept for 200 ms: the one before may still be given. */
  const unready = (base: string) =>
    eventually(async () => {
      const { status, body } = await probe(base, '/readyz');
      return status === 503 && body;
    }, 'unready');

  it.each([
    ['api', 'API_ADDR'],
    ['api', 'SVC_METRICS_ADDR'],
    ['worker', 'WORKER_ADDR'],
  ] as const)('names the variable of an address in use (%s, %s)', async (app, variable) => {
    const taken = new URL(stack.apis[0]!.url).host;
    const { code, output } = boot(app, {
      SVC_ENV: 'development',
      DATABASE_URL: stack.databaseUrl,
      REDIS_URL: stack.redisUrl,
      SVC_JWT_SECRET: canary('SVC_JWT_SECRET'),
      SVC_WRAP_MASTER_KEY: canaryKey('SVC_WRAP_MASTER_KEY').toString('base64'),
      API_ADDR: '127.0.0.1:0',
      [variable]: taken,
    });
    expect(code).toBe(1);
    expect(output).toContain(`${variable}: can not be listened on (EADDRINUSE)`);
  });

  it('has the same probes on both processes', async () => {
    for (const { url } of [stack.apis[0]!, stack.worker!]) {
      expect(await probe(url, '/healthz')).toMatchObject({ status: 200 });
      expect(await probe(url, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
      const metrics = await fetch(`${url}/metrics`);
      expect(metrics.headers.get('content-type')).toContain('text/plain');
      expect(await metrics.text()).toContain('process_cpu_seconds_total');
    }
    const checksOf = async ({ url }: { url: string }) =>
      Object.keys((await probe(url, '/readyz')).body.checks).sort();
    expect(await checksOf(stack.apis[0]!)).toEqual(['cache', 'key_service', 'store']);
    expect(await checksOf(stack.worker!)).toEqual(['cache', 'store']);
  });

  it('answers 503 on sign-in while the cache is unavailable, serves everything else, and recovers', async () => {
    const { url } = stack.apis[0]!;
    const client = await new TestClient(url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const account = { email: 'maker@example.test', password: canary('password') };
    await client.enrollAndStepUp();
    await client.post('/users', account);
    const maker = await new TestClient(url).signIn(account.email, account.password);
    const giveBack = await stack.cache.takeAway();
    const refused = await new TestClient(url).post('/auth/login', {
      email: ADMIN_EMAIL,
      password: ADMIN_PASSWORD,
    });
    expect(refused).toMatchObject({ status: 503, body: { error_code: 'dependency_unavailable' } });
    expect((await client.get('/users/me')).status).toBe(200);
    // Its limit protects neither credentials nor values (D83).
    expect((await maker.post('/projects', { name: 'while the cache is away' })).status).toBe(201);
    for (const each of [url, stack.worker!.url]) {
      expect(await unready(each)).toEqual({ status: 'unready', checks: { cache: expect.any(String) } });
      expect((await probe(each, '/healthz')).status).toBe(200);
    }
    await giveBack();
    for (const each of [url, stack.worker!.url])
      await eventually(async () => (await probe(each, '/readyz')).status === 200, 'ready again');
    await client.signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  });

  it('answers 503, never 500, while the database is unavailable', async () => {
    const api = stack.apis[0]!;
    const client = await new TestClient(api.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const giveBack = await takeDatabaseAway(stack.databaseUrl);
    for (const { url } of [api, stack.worker!]) {
      expect(await unready(url)).toEqual({ status: 'unready', checks: { store: expect.any(String) } });
      expect((await probe(url, '/healthz')).status).toBe(200);
    }
    const login = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
    const calls = [
      () => client.get('/users/me'),
      () => client.get('/audit-events'),
      () => client.post('/teams', { name: 'while the database is away' }),
      () => new TestClient(api.url).post('/auth/login', login),
      () => new TestClient(api.url).post('/agents/0198a000-0000-7000-8000-000000000001/heartbeat'),
    ];
    for (const call of calls)
      expect(await call()).toMatchObject({ status: 503, body: { error_code: 'dependency_unavailable' } });
    await giveBack();
    for (const { url } of [api, stack.worker!])
      await eventually(async () => (await probe(url, '/readyz')).status === 200, 'ready again');
    expect((await client.get('/users/me')).status).toBe(200);
    expect(api.output()).not.toContain('unhandled error');
  });
});
