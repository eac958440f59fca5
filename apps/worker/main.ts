import { NestFactory } from '@nestjs/core';
import { checkDatabaseRoles } from '#libs/audit';
import { Cache } from '#libs/cache';
import { parseWorkerConfig } from '#libs/config';
import { Database } from '#libs/database';
import { createLogger, NestPinoLogger } from '#libs/logging';
import { Metrics } from '#libs/metrics';
import { onStopSignal, Readiness, runProcess, startProbeServer } from '#libs/health';
import { Scheduler } from '#libs/scheduler';
import { startTasks } from './src/schedule.js';
import { WorkerModule } from './src/worker.module.js';

runProcess('worker', async () => {
  const config = parseWorkerConfig(process.env);
  const logger = createLogger({ name: 'worker', level: config.logLevel });
  const warn = (warning: string): void => logger.warn({ warning }, 'configuration');
  config.warnings.forEach(warn);
  await checkDatabaseRoles(config, warn);
  const app = await NestFactory.createApplicationContext(WorkerModule.forConfig(config, logger), {
    logger: new NestPinoLogger(logger),
    abortOnError: false,
  });
  const readiness = new Readiness([
    { name: 'store', failure: () => 'the database does not answer', run: () => app.get(Database).ping() },
    { name: 'cache', failure: () => 'the cache does not answer', run: () => app.get(Cache).ping() },
  ]);
  const scheduler = new Scheduler(app.get(Cache), logger, app.get(Metrics));
  const probes = await startProbeServer(config.listen, readiness, app.get(Metrics));
  startTasks(app, scheduler, config.intervalsMs);
  logger.info({ port: probes.port }, 'listening');
  onStopSignal(logger, async () => {
    readiness.beginStop();
    await scheduler.stop();
    await probes.close();
    await app.close();
  });
});
