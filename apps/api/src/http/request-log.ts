import type { RequestHandler } from 'express';
import { makeHistogramProvider } from '@willsoto/nestjs-prometheus';
import type { Histogram } from 'prom-client';
import type { Logger } from '#libs/logging';
import { routeTemplate } from '#libs/tracing';

export const REQUEST_DURATION = 'http_request_duration_seconds';

export const requestDuration = makeHistogramProvider({
  name: REQUEST_DURATION,
  help: 'Time to answer, by route template',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
});

/** Logged if the client closed the connection before a status was sent (nginx's code). */
const CLIENT_CLOSED_REQUEST = 499;
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Set by other steps for the log. */
interface Locals {
  readonly errorCode?: string;
  /** Returns the time for which the call waited for a change (`Prefer: wait`). */
  readonly restedMs?: () => number;
}

/**
 * Writes one log line and one histogram observation per call, by route template, never by path. Health and metrics calls are
 * logged at debug. The duration excludes the wait for a change.
 */
export function requestLog(
  logger: Logger,
  duration: Histogram<'method' | 'route' | 'status'>,
): RequestHandler {
  return (request, response, next) => {
    const started = process.hrtime.bigint();
    response.once('close', () => {
      const { errorCode, restedMs } = response.locals as Locals;
      const waitedMs = restedMs?.();
      const seconds = Math.max(Number(process.hrtime.bigint() - started) / 1e9 - (waitedMs ?? 0) / 1e3, 0);
      const route = routeTemplate(request);
      const { method } = request;
      const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST;
      duration.observe({ method, route, status: String(status) }, seconds);
      const line = {
        method,
        route,
        status,
        error_code: errorCode,
        duration_ms: Math.round(seconds * 1e6) / 1e3,
        waited_ms: waitedMs && Math.round(waitedMs),
      };
      const level = PROBES.has(route) && status < 500 ? 'debug' : 'info';
      logger[level]({ ...line, correlation_id: String(response.getHeader('x-correlation-id')) }, 'request');
    });
    next();
  };
}
