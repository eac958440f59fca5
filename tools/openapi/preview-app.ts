import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../apps/api/src/app.module.js';
import { mountRoutes } from '../../apps/api/src/create-app.js';
import { parseApiConfig } from '#libs/config';

const KEY = Buffer.alloc(32, 1).toString('base64');

/** Every feature enabled, so that every route exists; nothing connects anywhere. */
const ENVIRONMENT = {
  SVC_ENV: 'development',
  DATABASE_URL: 'postgres://preview.invalid/preview',
  REDIS_URL: 'redis://preview.invalid',
  SVC_JWT_SECRET: KEY,
  SVC_WRAP_MASTER_KEY: KEY,
  SVC_PUBLIC_URL: 'https://preview.invalid',
  SVC_GITOPS_ENABLED: 'true',
  SVC_OIDC_ISSUER: 'https://issuer.invalid',
  SVC_OIDC_CLIENT_ID: 'preview',
  SVC_OIDC_CLIENT_SECRET: KEY,
  SVC_WEBAUTHN_RP_ID: 'preview.invalid',
  SVC_WEBAUTHN_RP_ORIGINS: 'https://preview.invalid',
};

/** Returns the api's modules and controllers as declared, with nothing instantiated. */
export async function previewApp(): Promise<INestApplication> {
  const config = parseApiConfig(ENVIRONMENT);
  const app = await NestFactory.create(AppModule.forConfig(config), { preview: true, logger: ['error'] });
  mountRoutes(app);
  return app;
}
