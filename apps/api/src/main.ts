import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabaseRoles } from '#libs/audit';
import { parseApiConfig } from '#libs/config';
import { checkSessions } from '#libs/database';
import { createLogger } from '#libs/logging';
import { listenOn, onStopSignal, Readiness, runProcess } from '#libs/health';
import { createApp } from './create-app.js';
import { startMetricsServer } from './probes/metrics-server.js';
import { closeKeepAlive } from './http/close-keep-alive.js';

/** Time for a load balancer to notice that the process is unready, before it stops listening. */
const NOTICE_MS = 250;

/** Maximum number of connections waiting to be accepted: a fleet reconnects all at once, and the kernel resets the rest. */
const BACKLOG = 4096;

runProcess('api', async () => {
  const config = parseApiConfig(process.env);
  const logger = createLogger({ name: 'api', level: config.logLevel });
  const warn = (warning: string): void => logger.warn({ warning }, 'configuration');
  config.warnings.forEach(warn);
  await checkSessions(config, warn);
  await checkDatabaseRoles(config, warn);
  const app = await createApp(config, logger);
  const endConnections = closeKeepAlive(app.getHttpServer());
  const metrics = config.metricsListen && (await startMetricsServer(config.metricsListen));
  if (metrics) logger.info({ port: metrics.port }, 'metrics listening');
  const port = await listenOn(app.getHttpServer(), 'API_ADDR', config.listen, BACKLOG);
  // With port 0 the system chooses a free one.
  logger.info({ port }, 'listening');
  onStopSignal(logger, async () => {
    app.get(Readiness).beginStop();
    await sleep(NOTICE_MS);
    endConnections();
    await app.close();
    await metrics?.close();
  });
});
