import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import PgBoss from 'pg-boss';
import type { Contender } from './contender.js';

/** What a job of ours names, as the payload of theirs. */
const PAYLOAD = { kind: 'connectivity_check', connection: 'main', secret_ref: 'team/app/database', keys: [] };

/** graphile-worker by its own runner; a job that is done is deleted. */
export async function graphileWorker(databaseUrl: string, clients: number): Promise<Contender> {
  // One connection more: its runner keeps one to listen.
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: clients + 1 });
  const ignore = (): void => undefined;
  pgPool.on('error', ignore).on('connect', (client) => void client.on('error', ignore));
  const logger = new Logger(() => () => undefined);
  const utils = await makeWorkerUtils({ pgPool, logger });
  await utils.migrate();
  return {
    name: 'graphile-worker',
    enqueue: async () => void (await utils.addJob('check', PAYLOAD)),
    drain: async (concurrency, jobs) => {
      let left = jobs;
      let finished = (): void => undefined;
      const done = new Promise<void>((resolve) => (finished = resolve));
      const runner = await run({
        ...{ pgPool, logger, concurrency, noHandleSignals: true },
        taskList: { check: () => void ((left -= 1) === 0 && finished()) },
      });
      await done;
      // stop() waits for the last completions.
      await runner.stop();
    },
    stop: async () => {
      await utils.release();
      await pgPool.end();
    },
  };
}

/** pg-boss by fetch and complete, as its own workers call them; a job that is done stays as completed. */
export async function pgBoss(databaseUrl: string, clients: number): Promise<Contender> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: clients,
    ...{ supervise: false, schedule: false },
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('check');
  const work = async (): Promise<void> => {
    for (let [job] = await boss.fetch('check'); job; [job] = await boss.fetch('check')) {
      await boss.complete('check', job.id);
    }
  };
  return {
    name: 'pg-boss',
    enqueue: async () => void (await boss.send('check', PAYLOAD)),
    drain: async (loops) => void (await Promise.all(Array.from({ length: loops }, work))),
    stop: () => boss.stop({ graceful: false }),
  };
}
