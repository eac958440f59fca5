import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { servePipelinedInOrder } from './pipelined-requests.js';

const HEADERS_MS = 10_000;
/** A little more than the headers and the longest body may take: each body has its own time. */
const WHOLE_REQUEST_MS = 75_000;
const LOOK_EVERY_MS = 1000;
/** Longer than the idle timeout of load balancers: else a connection may be closed under a call that reuses it. */
const KEEP_ALIVE_MS = 65_000;

/** Runs Express on a server that waits 10 s for a request's headers (D96); Node's default checks twice a minute only. */
export class TimedAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const limits = {
      headersTimeout: HEADERS_MS,
      requestTimeout: WHOLE_REQUEST_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    };
    this.httpServer = createServer(limits, servePipelinedInOrder(this.getInstance()));
  }
}
