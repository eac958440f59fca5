import { checkDatabaseRoles } from '#libs/audit';
import { parseWorkerConfig } from '#libs/config';
import { checkSessions } from '#libs/database';
import { listenOn, onStopSignal, Readiness, runProcess } from '#libs/health';
import { createLogger } from '#libs/logging';
import { Scheduler, type Task } from '#libs/scheduler';
import { createWorker } from './create-worker.js';
import { WORKER_TASKS } from './tasks.js';

runProcess('worker', async () => {
  const config = parseWorkerConfig(process.env);
  const logger = createLogger({ name: 'worker', level: config.logLevel });
  const warn = (warning: string): void => logger.warn({ warning }, 'configuration');
  config.warnings.forEach(warn);
  await checkSessions(config, warn);
  await checkDatabaseRoles(config, warn);
  const app = await createWorker(config, logger);
  const port = await listenOn(app.getHttpServer(), 'WORKER_ADDR', config.listen);
  const scheduler = app.get(Scheduler);
  for (const task of app.get<readonly Task[]>(WORKER_TASKS)) scheduler.start(task);
  logger.info({ port }, 'listening');
  onStopSignal(logger, async () => {
    app.get(Readiness).beginStop();
    await scheduler.stop();
    await app.close();
  });
});
