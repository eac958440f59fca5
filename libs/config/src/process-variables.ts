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
      '`production` wants https, sets Secure on cookies and refuses `memory://`; `development` is for one machine.',
    example: 'production',
  }),
  SVC_SECURITY_PROFILE: defaulted(both, choice('standard', 'strict'), 'standard', {
    meaning:
      '`strict` closes what the standard profile leaves open, and is for production; the same for every process.',
    example: 'strict',
  }),
  SVC_LOG_LEVEL: defaulted(
    both,
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    { meaning: 'From which level on log lines are written.', example: 'warn' },
  ),
  API_ADDR: defaulted(api, parseListenAddress, ':8080', {
    meaning: 'Where the api listens: `:port` for every interface, `host:port` or `[ipv6]:port`.',
    example: '10.0.0.5:8080',
  }),
  SVC_METRICS_ADDR: optional(api, parseListenAddress, {
    meaning:
      'Where the api shows `/metrics`, which is then a 404 at `API_ADDR`. Without it, metrics are at `API_ADDR`.',
    example: ':9090',
  }),
  WORKER_ADDR: defaulted(['worker'], parseListenAddress, ':8081', {
    meaning: "Where the worker's probes and metrics are.",
    example: '127.0.0.1:8081',
  }),
  SVC_PUBLIC_URL: optional(api, parseOrigin, {
    requiredWhen: { SVC_OIDC_ISSUER: SET },
    meaning:
      'The origin that browsers use; https in production. Needed for sign-in at an identity provider and for WebAuthn.',
    example: 'https://countersign.example',
  }),
  SVC_TRUST_PROXY: defaulted(api, parseTrustProxy, 'none', {
    meaning:
      'Whose `X-Forwarded-For` counts: `none`, the last so many hops, or a comma list of the addresses and networks of ' +
      'your proxies. Limits and the audit log use the address that this gives.',
    example: '10.0.0.0/8,192.0.2.7',
  }),
} as const;

export const STORE_VARIABLES = {
  DATABASE_URL: required(both, parseDatabaseUrl, {
    secret: true,
    meaning: "The Postgres database, as the service's role. A transaction pooler may stand in between.",
    example: 'postgres://countersign_service:password@db.example:5432/countersign',
  }),
  SVC_DATABASE_DIRECT_URL: optional(both, parseDatabaseUrl, {
    secret: true,
    meaning:
      'The same database past any transaction pooler, for LISTEN and migrations. Without it `DATABASE_URL` stands in.',
    example: 'postgres://countersign_service:password@db-primary.example:5432/countersign',
  }),
  REDIS_URL: required(both, parseCacheUrl, {
    secret: true,
    meaning: 'The cache: counters, challenges and locks. `memory://` is for development alone.',
    example: 'rediss://:password@cache.example:6379',
  }),
} as const;
