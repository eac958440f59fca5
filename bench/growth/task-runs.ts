import { NestFactory } from '@nestjs/core';
import { QueueReadModel } from '#libs/jobs';
import { createLogger } from '#libs/logging';
import { parseWorkerConfig } from '#libs/config';
import type { Task } from '#libs/scheduler';
import { CrossTeamFillExpiredTask } from '../../apps/worker/src/cross-team/cross-team-fill-expired.task.js';
import { DiscoverySchedulerTask } from '../../apps/worker/src/discovery/discovery-scheduler.task.js';
import { DiscoveryStaleTask } from '../../apps/worker/src/discovery/discovery-stale.task.js';
import { RequestsExpiredTask } from '../../apps/worker/src/requests/requests-expired.task.js';
import { RevealSessionsExpiredTask } from '../../apps/worker/src/reveal/reveal-sessions-expired.task.js';
import { WorkerModule } from '../../apps/worker/src/worker.module.js';
import { WrapsExpiredTask } from '../../apps/worker/src/wraps/wraps-expired.task.js';
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
  const logger = createLogger({ name: 'worker', level: 'error' });
  return NestFactory.createApplicationContext(WorkerModule.forConfig(config, logger), { logger: ['error'] });
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

const TASKS = {
  discovery_scheduler: DiscoverySchedulerTask,
  discovery_stale: DiscoveryStaleTask,
  requests_expired: RequestsExpiredTask,
  cross_team_fill_expired: CrossTeamFillExpiredTask,
  wraps_expired: WrapsExpiredTask,
  reveal_sessions_expired: RevealSessionsExpiredTask,
} as const;

/** What a worker asks again and again while nothing is due. */
export const taskRuns: readonly MeasuredCall[] = [
  ...Object.entries(TASKS).flatMap(([name, task]) => [
    repeated(`${name}: sweep`, (worker) => worker.get<Task>(task).run()),
    repeated(`${name}: lateness`, async (worker) => worker.get<Task>(task).lateness?.()),
  ]),
  repeated('queue depth', (worker) => worker.get(QueueReadModel, { strict: false }).depth()),
];
