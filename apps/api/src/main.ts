import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabaseRoles } from '#libs/audit';
import { parseApiConfig } from '#libs/config';
import { checkSessions } from '#libs/database';
import { createLogger } from '#libs/logging';
import { listenOn, onStopSignal, Readiness, runProcess } from '#libs/health';
import { createApp } from './create-app.js';
import { startMetricsServer } from './probes/metrics-server.js';
import { closeKeepAlive } from './http/close-keep-alive.js';

/** Time for a balancer to see that we are unready, before we stop listening. */
const NOTICE_MS = 250;

/** Connections that may wait to be accepted: a fleet comes back all at once, and the kernel resets what does not fit. */
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
  // Port 0 asks for any free one; the log tells which it became.
  logger.info({ port }, 'listening');
  onStopSignal(logger, async () => {
    app.get(Readiness).beginStop();
    await sleep(NOTICE_MS);
    endConnections();
    await app.close();
    await metrics?.close();
  });
});
