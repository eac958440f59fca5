import { resolve } from 'node:path';
import { startPgBouncer } from '../../tools/pgbouncer.js';
import { canary, canaryKey } from './canary.js';
import { createDatabaseUrl, createServiceRole, dropDatabase } from './test-database.js';
import { type RunningProcess, startProcess } from './process.js';
import { type StackCache, startCache } from './start-cache.js';

export const ADMIN_EMAIL = 'admin@example.test';
export const ADMIN_PASSWORD = canary('password of the administrator');

export interface TestStack {
  /** As the owner of its tables, whoever the processes are. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** For suites that take it away. */
  readonly cache: StackCache;
  readonly apis: readonly RunningProcess[];
  readonly worker: RunningProcess | null;
  /** Starts one more api on the same database and cache. */
  addApi(extra?: Record<string, string>): Promise<RunningProcess>;
  /** The same of a worker. */
  addWorker(): Promise<RunningProcess>;
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly apis?: number;
  readonly worker?: boolean;
  /** Under `strict` the processes run as a role that owns nothing (D95 g); standard unless said. */
  readonly profile?: 'standard' | 'strict';
  readonly env?: Record<string, string>;
  /** Hashes passwords at the cost of production, half a second of a core each: for suites about that cost. */
  readonly realPasswordCost?: boolean;
  /** Puts a proxy before each api. @returns the URL for callers */
  readonly before?: (apiUrl: string) => Promise<string>;
}

/** Returns the service as it runs in production: its own database, api processes and a worker, from the build. */
export async function startStack(options: StackOptions = {}): Promise<TestStack> {
  const [databaseUrl, cache] = await Promise.all([createDatabaseUrl(), startCache()]);
  const own = await environmentOf(options, databaseUrl, cache.url);
  const pooler = await startPooler(own.DATABASE_URL!);
  const environment = { ...own, ...pooler?.environment, ...options.env, ...nodeOptions(options) };
  const started: RunningProcess[] = [];
  const start = async (
    app: 'api' | 'worker',
    extra: Record<string, string> = {},
  ): Promise<RunningProcess> => {
    const running = await startProcess(app, { ...environment, ...extra });
    started.push(running);
    if (app === 'worker' || !options.before) return running;
    return { ...running, url: await options.before(running.url) };
  };
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((each) => each.stop()));
    await pooler?.stop();
    await Promise.all([dropDatabase(databaseUrl), cache.stop()]);
    assertAudited(started);
  };
  try {
    const apis = await Promise.all(Array.from({ length: options.apis ?? 1 }, () => start('api')));
    const worker = options.worker ? await start('worker') : null;
    return {
      databaseUrl,
      redisUrl: cache.url,
      cache,
      apis,
      worker,
      addApi: (extra) => start('api', extra),
      addWorker: () => start('worker'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws Error when a call changed something and recorded nothing (ADR 13): `@Unaudited` has to say why */
function assertAudited(processes: readonly RunningProcess[]): void {
  const lines = processes.flatMap((each) => each.output().split('\n'));
  const silent = lines.filter((line) => line.includes('call succeeded without an audit event'));
  if (silent.length > 0) throw new Error(silent.join('\n'));
}

/** With PGBOUNCER, the path of the program, every stack has one in transaction mode before its database. */
async function startPooler(directUrl: string) {
  if (!process.env.PGBOUNCER) return null;
  const { urlOf, keepsStatements, stop } = await startPgBouncer(process.env.PGBOUNCER, [directUrl]);
  const environment = {
    DATABASE_URL: urlOf(directUrl),
    SVC_DATABASE_DIRECT_URL: directUrl,
    SVC_DATABASE_POOLER_PREPARED_STATEMENTS: String(keepsStatements),
  };
  return { environment, stop };
}

function nodeOptions({ realPasswordCost, env }: StackOptions): Record<string, string> {
  if (realPasswordCost) return {};
  return {
    NODE_OPTIONS: `${env?.NODE_OPTIONS ?? ''} --import ${resolve('test/support/cheap-passwords.mjs')}`,
  };
}

async function environmentOf(
  { profile = 'standard' }: StackOptions,
  databaseUrl: string,
  redisUrl: string,
): Promise<Record<string, string>> {
  if (profile === 'standard') return serviceEnvironment(databaseUrl, redisUrl);
  const environment = serviceEnvironment(await createServiceRole(databaseUrl), redisUrl);
  return { ...environment, SVC_SECURITY_PROFILE: profile };
}

function serviceEnvironment(databaseUrl: string, redisUrl: string): Record<string, string> {
  return {
    SVC_ENV: 'development',
    SVC_LOG_LEVEL: 'info',
    API_ADDR: '127.0.0.1:0',
    WORKER_ADDR: '127.0.0.1:0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SVC_JWT_SECRET: canaryKey('SVC_JWT_SECRET').toString('base64'),
    SVC_WRAP_MASTER_KEY: canaryKey('SVC_WRAP_MASTER_KEY').toString('base64'),
    SVC_BOOTSTRAP_ADMIN_EMAIL: ADMIN_EMAIL,
    SVC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SVC_ALLOW_INSECURE_STORE_ADDR: 'true',
    // On a busy machine every process lags: no suite may be refused for it. A queue for the database still sheds.
    SVC_LOAD_SHEDDING_LAG_MS: '0',
    // Each test client has an address of its own, so that sign-in limits count them apart.
    SVC_TRUST_PROXY: '127.0.0.0/8',
  };
}
