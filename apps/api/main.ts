import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDatabaseRoles } from '#libs/audit';
import { type ApiConfig, parseApiConfig } from '#libs/config';
import { createLogger } from '#libs/logging';
import { Metrics } from '#libs/metrics';
import { onStopSignal, Readiness, runProcess, startMetricsServer } from '#libs/probes';
import { createApp } from './src/create-app.js';
import { lastAnswers } from './src/http/last-answers.js';

/** Time for a balancer to see that we are unready, before we stop listening. */
const NOTICE_MS = 250;

/** Connections that may wait to be accepted: a fleet comes back all at once, and the kernel resets what does not fit. */
const BACKLOG = 4096;

runProcess('api', async () => {
  const config = parseApiConfig(process.env);
  const logger = createLogger({ name: 'api', level: config.logLevel });
  const warn = (warning: string): void => logger.warn({ warning }, 'configuration');
  config.warnings.forEach(warn);
  await checkDatabaseRoles(config, warn);
  const app = await createApp(config, logger);
  const endConnections = lastAnswers(app.getHttpServer());
  const metrics = config.metricsListen && (await startMetricsServer(config.metricsListen, app.get(Metrics)));
  if (metrics) logger.info({ port: metrics.port }, 'metrics listening');
  await listen(app.getHttpServer(), config.listen);
  // Port 0 asks for any free one; the log tells which it became.
  logger.info({ port: (app.getHttpServer().address() as AddressInfo).port }, 'listening');
  onStopSignal(logger, async () => {
    app.get(Readiness).beginStop();
    await sleep(NOTICE_MS);
    endConnections();
    await app.close();
    await metrics?.close();
  });
});

function listen(server: Server, { host, port }: ApiConfig['listen']): Promise<void> {
  const address = { port, backlog: BACKLOG, ...(host === null ? {} : { host }) };
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
