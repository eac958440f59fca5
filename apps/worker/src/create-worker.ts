import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { WorkerConfig } from '#libs/config';
import { type Logger, NestPinoLogger } from '#libs/logging';
import { callSpans } from '#libs/tracing';
import { RouteNotFoundFilter } from './route-not-found.filter.js';
import { WorkerModule } from './worker.module.js';

/** Idle timeout of a connection. */
const SILENT_MS = 10_000;

/** Creates the worker, ready to listen. It serves only the probes and the metrics. */
export async function createWorker(config: WorkerConfig, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(WorkerModule.forConfig(config), {
    logger: new NestPinoLogger(logger),
    abortOnError: false,
    bodyParser: false,
    forceCloseConnections: true,
  });
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.use(callSpans, readOnly);
  app.useGlobalFilters(new RouteNotFoundFilter());
  app.getHttpServer().setTimeout(SILENT_MS);
  return app.init();
}

function readOnly(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  response.status(405).json({ error_code: 'method_not_allowed' });
}
