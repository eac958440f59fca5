import { parseListenAddress } from './parse-listen-address.js';
import { choice } from './parse-text.js';
import { parseTrustProxy } from './parse-trust-proxy.js';
import { parseCacheUrl, parseDatabaseUrl, parseOrigin } from './parse-url.js';
import { defaulted, optional, required, SET } from './variable.js';

const api = ['api'] as const;
const both = ['api', 'worker'] as const;

export const PROCESS_VARIABLES = {
  SVC_ENV: defaulted(both, choice('production', 'development'), 'production', {
    meaning:
      '`production` requires https and Redis and sets Secure cookies; `development` is for a single machine.',
    example: 'production',
  }),
  SVC_SECURITY_PROFILE: defaulted(both, choice('standard', 'strict'), 'standard', {
    meaning:
      '`strict` adds restrictions to the standard profile, and is meant for production; the same for every process.',
    example: 'strict',
  }),
  SVC_LOG_LEVEL: defaulted(
    both,
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    { meaning: 'The minimum log level.', example: 'warn' },
  ),
  API_ADDR: defaulted(api, parseListenAddress, ':8080', {
    meaning: 'Where the api listens: `:port` for every interface, `host:port` or `[ipv6]:port`.',
    example: '10.0.0.5:8080',
  }),
  SVC_METRICS_ADDR: optional(api, parseListenAddress, {
    meaning: 'A separate address for `/metrics`, which is then a 404 at `API_ADDR`.',
    example: ':9090',
  }),
  WORKER_ADDR: defaulted(['worker'], parseListenAddress, ':8081', {
    meaning: 'Where the worker serves health and metrics.',
    example: '127.0.0.1:8081',
  }),
  SVC_PUBLIC_URL: optional(api, parseOrigin, {
    requiredWhen: { SVC_OIDC_ISSUER: SET },
    meaning: 'The origin that browsers use; https in production. Required for OIDC sign-in and WebAuthn.',
    example: 'https://countersign.example',
  }),
  SVC_TRUST_PROXY: defaulted(api, parseTrustProxy, 'none', {
    meaning:
      'Trusted proxies for `X-Forwarded-For`: `none`, a number of hops, or a comma-separated list of addresses and ' +
      'networks. Rate limits and the audit log use the resulting client address.',
    example: '10.0.0.0/8,192.0.2.7',
  }),
} as const;

export const STORE_VARIABLES = {
  DATABASE_URL: required(both, parseDatabaseUrl, {
    secret: true,
    meaning: "The Postgres database, with the service's role; may go through a transaction pooler.",
    example: 'postgres://countersign_service:password@db.example:5432/countersign',
  }),
  SVC_DATABASE_DIRECT_URL: optional(both, parseDatabaseUrl, {
    secret: true,
    meaning:
      'The same database without a transaction pooler, for LISTEN and migrations. Default: `DATABASE_URL`.',
    example: 'postgres://countersign_service:password@db-primary.example:5432/countersign',
  }),
  REDIS_URL: required(both, parseCacheUrl, {
    secret: true,
    meaning: 'The cache: counters, challenges and locks. `memory://` is for development only.',
    example: 'rediss://:password@cache.example:6379',
  }),
} as const;
