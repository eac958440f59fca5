import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { servePipelinedInOrder } from './pipelined-requests.js';

const HEADERS_MS = 10_000;
/** A little more than the limit for the headers and the largest body, each of which has its own. */
const WHOLE_REQUEST_MS = 75_000;
const CHECK_INTERVAL_MS = 1000;
/** Longer than the idle timeout of load balancers, which otherwise may reuse a connection that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/** Express, with the prototypes that it sets on each request and response. */
type Express = RequestListener & { request: object; response: object };

/** Runs Express on a server that waits 10 s for a request's headers (D96); Node's default checks twice a minute only. */
export class TimedAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const limits = {
      headersTimeout: HEADERS_MS,
      requestTimeout: WHOLE_REQUEST_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    };
    const express = this.getInstance<Express>();
    this.httpServer = createServer({ ...limits, ...ownClasses(express) }, servePipelinedInOrder(express));
  }
}

/**
 * Returns classes whose instances have Express' prototypes from the start: setting a prototype later gives each object a
 * hidden class of its own, which takes a kilobyte and slows down every access to its members.
 */
function ownClasses(express: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, express.request);
  Object.setPrototypeOf(ExpressResponse.prototype, express.response);
  express.request = ExpressRequest.prototype;
  express.response = ExpressResponse.prototype;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
