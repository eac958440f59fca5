import type { INestApplication } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { getToken } from '@willsoto/nestjs-prometheus';
import type { NextFunction, Request, Response } from 'express';
import type { ApiConfig, TrustProxy } from '#libs/config';
import { httpErrors } from '#libs/core';
import { type Logger, NestPinoLogger } from '#libs/logging';
import { callSpans } from '#libs/tracing';
import { AccessDenials } from './access/access-denials.js';
import { AUDIT_EVENTS_MISSING, AuditInterceptor } from './access/audit.interceptor.js';
import { FreshAuthorityInterceptor } from './access/fresh-authority.interceptor.js';
import { AppModule } from './app.module.js';
import { consoleFolder, serveConsole } from './console/serve-console.js';
import { BodyInterceptor } from './http/body.interceptor.js';
import { CallSteps } from './http/call-steps.js';
import { correlation } from './http/correlation.js';
import { DomainErrorFilter } from './http/domain-error.filter.js';
import { answerMalformed } from './http/malformed-request.js';
import { REQUEST_DURATION, requestLog } from './http/request-log.js';
import { requestValidation } from './http/request-validation.pipe.js';
import { indexRoutes } from './http/route-index.js';
import { securityHeaders } from './http/security-headers.js';
import { closeStalledUploads, closeUnreadAnswers } from './http/slow-clients.js';
import { strictPath } from './http/strict-path.js';
import { TimedAdapter } from './http/timed-adapter.js';
import { InProgressInterceptor } from './load/in-progress.interceptor.js';

const PREFIX = 'api/v1';
const AT_THE_ROOT = ['healthz', 'readyz', 'metrics'];

/** Builds the api, ready to listen. */
export async function createApp(config: ApiConfig, logger: Logger): Promise<NestExpressApplication> {
  const module = AppModule.forConfig(config);
  const app = await NestFactory.create<NestExpressApplication>(module, new TimedAdapter(), {
    bodyParser: false,
    logger: new NestPinoLogger(logger),
    abortOnError: false,
  });
  configureExpress(app, config.trustProxy);
  app.use(
    callSpans,
    correlation,
    requestLog(logger, app.get(getToken(REQUEST_DURATION))),
    securityHeaders(config.env === 'production'),
    strictPath,
    closeStalledUploads,
    closeUnreadAnswers,
  );
  mountRoutes(app);
  const reflector = app.get(Reflector);
  app.useGlobalInterceptors(
    new CallSteps([
      new InProgressInterceptor(),
      new BodyInterceptor(reflector),
      new FreshAuthorityInterceptor(),
      new AuditInterceptor(reflector, logger, app.get(getToken(AUDIT_EVENTS_MISSING))),
    ]),
  );
  app.useGlobalPipes(requestValidation());
  const filter = new DomainErrorFilter(logger, app.get(AccessDenials));
  app.useGlobalFilters(filter);
  await app.init();
  indexRoutes(app, `/${PREFIX}/`);
  if (config.consoleEnabled) serveConsole(consoleFolder()).forEach((handler) => app.use(handler));
  mountFallback(app, filter);
  answerMalformed(app.getHttpServer(), logger);
  return app;
}

/** Puts all routes but those of health and metrics under `/api/v1`. */
export function mountRoutes(app: INestApplication): void {
  app.setGlobalPrefix(PREFIX, { exclude: AT_THE_ROOT });
}

/** Responds to requests that no route of Nest handled: unknown paths, and paths that cannot be decoded. */
function mountFallback(app: NestExpressApplication, filter: DomainErrorFilter): void {
  app.use((request: Request, response: Response) =>
    filter.answer(httpErrors.routeNotFound(), request, response),
  );
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    filter.answer(error, request, response),
  );
}

function configureExpress(app: NestExpressApplication, trustProxy: TrustProxy): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  // Express answers 304 to `If-None-Match: *` even so: a value handed out once would be gone.
  const { request } = app.getHttpAdapter().getInstance() as { request: object };
  Object.defineProperty(request, 'fresh', { value: false });
  app.set('query parser', 'simple');
  // Not by the settings of that name: the adapter's constructor has made the router before they can be set.
  Object.assign(expressRouter(app), { caseSensitive: true, strict: true });
  app.set('trust proxy', expressTrust(trustProxy));
}

function expressRouter(app: NestExpressApplication): object {
  return (app.getHttpAdapter().getInstance() as { router: object }).router;
}

function expressTrust(trust: TrustProxy): boolean | number | string[] {
  if (trust.kind === 'none') return false;
  return trust.kind === 'hops' ? trust.hops : [...trust.cidrs];
}
