import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseApiConfig } from '#libs/config';
import { createLogger } from '#libs/logging';
import { onStopSignal, Readiness, runProcess } from '#libs/probes';
import { createApp } from './src/create-app.js';

/** Time for a balancer to see that we are unready, before we stop listening. */
const NOTICE_MS = 250;

runProcess('api', async () => {
  const config = parseApiConfig(process.env);
  const logger = createLogger({ name: 'api', level: config.logLevel });
  for (const warning of config.warnings) logger.warn({ warning }, 'configuration');
  const app = await createApp(config, logger);
  const { host, port } = config.listen;
  await (host === null ? app.listen(port) : app.listen(port, host));
  // Port 0 asks for any free one; the log tells which it became.
  logger.info({ port: (app.getHttpServer().address() as AddressInfo).port }, 'listening');
  onStopSignal(logger, async () => {
    app.get(Readiness).beginStop();
    await sleep(NOTICE_MS);
    await app.close();
  });
});
