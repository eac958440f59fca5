import type { IncomingMessage, ServerResponse } from 'node:http';
import { openSpan } from './open-span.js';
import { routeTemplate } from './route-template.js';
import { contextOf, traceHeaders } from './trace-headers.js';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Traces each incoming call, as a child of the caller's span if there is one. The span's context is returned to agents, so
 * that their work on a job is in one trace with the claim.
 */
export const callSpans: Middleware = (request, response, next) => {
  const method = request.method ?? '';
  const named = () => ({ name: method, attributes: { 'http.request.method': method } });
  const span = openSpan('call', named, contextOf(request.headers));
  if (!span) return next();
  if (request.headers['x-agent-secret'] !== undefined) {
    for (const [name, value] of Object.entries(traceHeaders(span.context))) response.setHeader(name, value);
  }
  response.once('close', () => {
    const route = routeTemplate(request);
    const { headersSent, statusCode } = response;
    const attributes = {
      'http.route': route,
      'http.response.status_code': headersSent ? statusCode : undefined,
      'countersign.correlation_id': response.getHeader('x-correlation-id') as string | undefined,
    };
    span.describe({ name: `${method} ${route}`, attributes });
    if (!headersSent) span.fail('client_went_away');
    else if (statusCode >= 500) span.fail(String(statusCode));
    else span.end();
  });
  span.run(next);
};
