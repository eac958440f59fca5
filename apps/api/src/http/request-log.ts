import type { Request, RequestHandler } from 'express';
import { makeHistogramProvider } from '@willsoto/nestjs-prometheus';
import type { Histogram } from 'prom-client';
import type { Logger } from '#libs/logging';

export const REQUEST_DURATION = 'http_request_duration_seconds';

export const requestDuration = makeHistogramProvider({
  name: REQUEST_DURATION,
  help: 'Time to answer, by route template',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
});

/** Logged where no status was sent: the client closed the connection before there was an answer. */
const WENT_AWAY = 499;
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Writes one log line and one histogram observation for each call, by route template, never by path. Health and metrics
 * calls are logged at debug.
 */
export function requestLog(
  logger: Logger,
  duration: Histogram<'method' | 'route' | 'status'>,
): RequestHandler {
  return (request, response, next) => {
    const started = process.hrtime.bigint();
    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const route = templateOf(request);
      const { method } = request;
      const status = response.headersSent ? response.statusCode : WENT_AWAY;
      duration.observe({ method, route, status: String(status) }, seconds);
      const { errorCode } = response.locals as { errorCode?: string };
      const line = {
        method,
        route,
        status,
        error_code: errorCode,
        duration_ms: Math.round(seconds * 1e6) / 1e3,
      };
      const level = PROBES.has(route) && status < 500 ? 'debug' : 'info';
      logger[level]({ ...line, correlation_id: String(response.getHeader('x-correlation-id')) }, 'request');
    });
    next();
  };
}

/** The template of the route that answered; one word for whatever Nest's route for the rest took, and for no route. */
function templateOf(request: Request): string {
  const path = (request.route as { path?: string } | undefined)?.path;
  return path === undefined || path.includes('*') ? 'unmatched' : path;
}
