import { parseCacheUrl } from './parse-cache-address.js';
import { parseMilliseconds } from './parse-duration.js';
import { parseListenAddress } from './parse-listen-address.js';
import { choice, parseBoolean, parseCount } from './parse-text.js';
import { parseTrustProxy } from './parse-trust-proxy.js';
import { parseDatabaseUrl, parseOrigin } from './parse-url.js';
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
  SVC_LOAD_SHEDDING_LAG_MS: defaulted(api, parseMilliseconds, '250', {
    meaning:
      'While its event loop lags by more than this for a second, in milliseconds, an api refuses calls without a ' +
      "session and agents' polls with 503 (load shedding). Raise it where cores are oversubscribed. `0`: lag is no reason.",
    example: '500',
  }),
  SVC_CALLS_PER_CALLER: defaulted(api, parseCount, '80', {
    meaning:
      'How many calls of one user, workload or agent each api handles at a time; further ones are refused with 429. A quarter ' +
      'more is reserved for reveals and for ending sessions. Waiting calls (`Prefer: wait`) are not counted. `0`: no limit.',
    example: '40',
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
    requiredWhen: { SVC_DATABASE_POOLER_PREPARED_STATEMENTS: 'true' },
    meaning:
      'The same database without a transaction pooler, for LISTEN and migrations. Default: `DATABASE_URL`.',
    example: 'postgres://countersign_service:password@db-primary.example:5432/countersign',
  }),
  SVC_DATABASE_SLOW_STATEMENT_MS: defaulted(both, parseMilliseconds, '500', {
    meaning:
      'A statement that takes longer, in milliseconds, is logged by its name, without text and parameters. `0`: none is.',
    example: '2000',
  }),
  SVC_DATABASE_READ_URL: optional(api, parseDatabaseUrl, {
    secret: true,
    meaning:
      'A read replica, with the same role. Long lists and the audit log are read from it while it is at most five ' +
      'seconds behind, never what decides about a call.',
    example: 'postgres://countersign_service:password@db-replica.example:5432/countersign',
  }),
  SVC_DATABASE_POOLER_PREPARED_STATEMENTS: defaulted(both, parseBoolean, 'false', {
    meaning:
      'Whether the transaction pooler at `DATABASE_URL` keeps prepared statements (PgBouncer from 1.21 on with ' +
      '`max_prepared_statements` above 0). Without a pooler they are always kept.',
    example: 'true',
  }),
  REDIS_URL: required(both, parseCacheUrl, {
    secret: true,
    meaning:
      'The cache: counters, challenges and locks. One server (`redis://`, `rediss://` with TLS), a cluster ' +
      '(`redis+cluster://user:password@host:port,host:port`) or a primary that Sentinels know ' +
      '(`redis+sentinel://user:password@host:port,host:port?master=name`, with `sentinel_password` where they have one); ' +
      '`rediss+` for TLS. `memory://` is for development only.',
    example: 'rediss://:password@cache.example:6379',
  }),
} as const;
