import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ApiConfig, TrustProxy } from '#libs/config';
import { type Logger, NestPinoLogger } from '#libs/logging';
import { Metrics } from '#libs/metrics';
import { AppModule } from './app.module.js';
import { BodyInterceptor } from './http/body.interceptor.js';
import { correlation } from './http/correlation.js';
import { DomainErrorFilter } from './http/domain-error.filter.js';
import { requestLog } from './http/request-log.js';
import { requestValidation } from './http/request-validation.pipe.js';
import { securityHeaders } from './http/security-headers.js';
import { strictPath } from './http/strict-path.js';

const AT_THE_ROOT = ['healthz', 'readyz', 'metrics'];

/** Builds the api, ready to listen. */
export async function createApp(config: ApiConfig, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forConfig(config), {
    bodyParser: false,
    logger: new NestPinoLogger(logger),
    abortOnError: false,
  });
  configureExpress(app, config.trustProxy);
  app.use(
    correlation,
    requestLog(logger, app.get(Metrics)),
    securityHeaders(config.env === 'production'),
    strictPath,
  );
  app.setGlobalPrefix('api/v1', { exclude: AT_THE_ROOT });
  app.useGlobalInterceptors(new BodyInterceptor(app.get(Reflector)));
  app.useGlobalPipes(requestValidation());
  app.useGlobalFilters(new DomainErrorFilter(logger));
  return app;
}

function configureExpress(app: NestExpressApplication, trustProxy: TrustProxy): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('trust proxy', expressTrust(trustProxy));
}

function expressTrust(trust: TrustProxy): boolean | number | string[] {
  if (trust.kind === 'none') return false;
  return trust.kind === 'hops' ? trust.hops : [...trust.cidrs];
}
