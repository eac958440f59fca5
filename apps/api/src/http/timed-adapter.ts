import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { oneAtATime } from './one-at-a-time.js';

const HEADERS_MS = 10_000;
/** A little more than the headers and the longest body may take: each body has its own time. */
const WHOLE_REQUEST_MS = 75_000;
const LOOK_EVERY_MS = 1000;
/** Longer than balancers keep a connection that nobody uses: else one may be closed under the call that takes it up. */
const KEEP_ALIVE_MS = 65_000;

/** Express on a server that waits 10 s for a head (D96); Node's own looks after that twice a minute only. */
export class TimedAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const limits = {
      headersTimeout: HEADERS_MS,
      requestTimeout: WHOLE_REQUEST_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    };
    this.httpServer = createServer(limits, oneAtATime(this.getInstance()));
  }
}
