import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { migrate } from '#libs/database';
import { TransitServer } from '../../libs/kms/src/testing/transit-server.js';
import { freePort } from '../../tools/free-port.js';
import { PostgresUnderFire } from './postgres-under-fire.js';
import { RedisUnderFire } from './redis-under-fire.js';
import { SupervisedProcess } from './supervised-process.js';

/** Leases and sweeps short enough to lapse and to come round many times in a run. */
const PACE = {
  SVC_JOB_LEASE_TTL: '8s',
  SVC_STEP_UP_TTL: '2h',
  SVC_WORKER_CROSS_TEAM_FILL_EXPIRED_INTERVAL: '1s',
  SVC_WORKER_REVEAL_SESSIONS_EXPIRED_INTERVAL: '500ms',
  SVC_WORKER_REQUESTS_EXPIRED_INTERVAL: '1s',
  SVC_WORKER_WRAPS_EXPIRED_INTERVAL: '1s',
  SVC_WORKER_AUDIT_SEAL_INTERVAL: '250ms',
  SVC_WORKER_HOUSEKEEPING_INTERVAL: '1s',
};

const API = {
  SVC_JWT_SECRET: randomBytes(32).toString('base64'),
  SVC_BOOTSTRAP_ADMIN_EMAIL: 'admin@example.test',
  SVC_BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery staple',
  SVC_ALLOW_INSECURE_STORE_ADDR: 'true',
  // Every simulated client has an address of its own, so that limits count them apart.
  SVC_TRUST_PROXY: '127.0.0.0/8',
};

/** The database of a fleet. */
export interface FleetDatabase {
  readonly url: string;
  /** Runs a statement as the owner. */
  query<Row extends pg.QueryResultRow>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** The whole service: two api processes and two workers under a supervisor, on servers that can be broken. */
export interface Fleet<Postgres extends FleetDatabase = PostgresUnderFire> {
  readonly postgres: Postgres;
  readonly redis: RedisUnderFire;
  readonly kms: TransitServer;
  readonly apis: readonly SupervisedProcess[];
  readonly workers: readonly SupervisedProcess[];
  /** Folders in which the workers kept the checkpoints that they signed. */
  readonly checkpointFolders: readonly string[];
  readonly signingSeed: Buffer;
  /** Ends the processes for good; the servers stay. */
  retire(): Promise<void>;
  /** Ends everything. */
  stop(): Promise<void>;
}

/** @param folder takes logs and checkpoints; @param mark what every process carries in its environment */
export async function startFleet(folder: string, mark: string): Promise<Fleet> {
  return startFleetOn(await PostgresUnderFire.start(folder), folder, mark, [
    'checkpoints-0',
    'checkpoints-1',
  ]);
}

/** @param checkpoints names of the workers' folders of checkpoints: one that they share, or one each */
export async function startFleetOn<Postgres extends FleetDatabase>(
  postgres: Postgres,
  folder: string,
  mark: string,
  checkpoints: readonly string[],
): Promise<Fleet<Postgres>> {
  const [redis, kms] = await Promise.all([
    RedisUnderFire.start(),
    TransitServer.start('kms-token-of-the-faults', 'countersign'),
  ]);
  await migrate(postgres.url);
  const signingSeed = randomBytes(32);
  const [markName, markValue] = mark.split('=') as [string, string];
  const shared = {
    ...{ PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: '8', [markName]: markValue },
    ...{ SVC_ENV: 'development', SVC_LOG_LEVEL: 'info', ...PACE },
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, ...kms.environment, ...API },
    SVC_AUDIT_SIGNING_KEY: signingSeed.toString('base64'),
  };
  const checkpointFolders = checkpoints.map((name) => join(folder, name));
  for (const each of checkpointFolders) await mkdir(each, { recursive: true });
  const supervised = async (app: 'api' | 'worker', n: number): Promise<SupervisedProcess> => {
    const address = `127.0.0.1:${await freePort()}`;
    const own: Record<string, string> =
      app === 'api'
        ? { API_ADDR: address }
        : {
            WORKER_ADDR: address,
            SVC_AUDIT_CHECKPOINT_DIR: resolve(checkpointFolders[n % checkpointFolders.length]!),
          };
    const [name, file] = [`${app}-${n}`, resolve(`dist/apps/${app}/main.js`)];
    const log = join(folder, `${name}.log`);
    return new SupervisedProcess(name, `http://${address}`, file, { ...shared, ...own }, log);
  };
  const apis = [await supervised('api', 0), await supervised('api', 1)];
  const workers = [await supervised('worker', 0), await supervised('worker', 1)];
  for (const each of [...apis, ...workers]) each.start();
  const retire = async (): Promise<void> => {
    await Promise.all([...apis, ...workers].map((each) => each.retire()));
  };
  const stop = async (): Promise<void> => {
    await retire();
    await Promise.all([postgres.stop(), redis.stop(), kms.stop()]);
  };
  return { postgres, redis, kms, apis, workers, checkpointFolders, signingSeed, retire, stop };
}
