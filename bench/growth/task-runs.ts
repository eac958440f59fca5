import { NestFactory } from '@nestjs/core';
import { register } from 'prom-client';
import { QueueReadModel } from '#libs/jobs';
import { parseWorkerConfig } from '#libs/config';
import type { Task } from '#libs/scheduler';
import { WORKER_TASKS } from '../../apps/worker/src/tasks.js';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';
import { type GrownWorld, SECRETS } from './grown-world.js';
import { CALLS, type MeasuredCall } from './list-calls.js';

type Worker = Awaited<ReturnType<typeof startWorker>>;

const workers = new Map<GrownWorld, Worker>();

/** The worker's parts on that world's database, without its clock. */
async function startWorker(world: GrownWorld, redisUrl: string) {
  const config = parseWorkerConfig({
    ...{
      SVC_ENV: 'development',
      WORKER_ADDR: '127.0.0.1:0',
      SVC_WRAP_MASTER_KEY: SECRETS.SVC_WRAP_MASTER_KEY,
    },
    ...{ DATABASE_URL: world.databaseUrl, REDIS_URL: redisUrl },
  });
  // The registry is the process's: a second worker in it registers anew.
  register.clear();
  return NestFactory.createApplicationContext(WorkerModule.forConfig(config), { logger: ['error'] });
}

/** Makes the worker of each world ready; gives what ends them. */
export async function startWorkers(
  worlds: readonly GrownWorld[],
  redisUrl: string,
): Promise<() => Promise<void>> {
  for (const world of worlds) workers.set(world, await startWorker(world, redisUrl));
  return async () => {
    for (const worker of workers.values()) await worker.close();
  };
}

function repeated(name: string, once: (worker: Worker) => Promise<unknown>): MeasuredCall {
  const run = async (world: GrownWorld): Promise<void> => {
    for (let n = 0; n < CALLS; n += 1) await once(workers.get(world)!);
  };
  return { name, run };
}

const TASKS = [
  'discovery_scheduler',
  'discovery_stale',
  'requests_expired',
  'cross_team_fill_expired',
  'wraps_expired',
  'reveal_sessions_expired',
] as const;

function taskOf(worker: Worker, name: (typeof TASKS)[number]): Task {
  return worker.get<readonly Task[]>(WORKER_TASKS).find((task) => task.name === name)!;
}

/** What a worker asks again and again while nothing is due. */
export const taskRuns: readonly MeasuredCall[] = [
  ...TASKS.flatMap((name) => [
    repeated(`${name}: sweep`, (worker) => taskOf(worker, name).run()),
    repeated(`${name}: lateness`, async (worker) => taskOf(worker, name).lateness?.()),
  ]),
  repeated('queue depth', (worker) => worker.get(QueueReadModel, { strict: false }).depth()),
];
