import { parseDiscoverTargets } from './parse-discover-targets.js';
import { parseInterval, parseWholeSeconds } from './parse-duration.js';
import { parseGroupMap } from './parse-group-map.js';
import { parseListenAddress } from './parse-listen-address.js';
import {
  parseKey32,
  parseKey32List,
  parsePassword,
  parseSecretText,
  parseSigningSecret,
} from './parse-secret.js';
import {
  choice,
  parseBoolean,
  parseDomain,
  parseEmail,
  parseScopes,
  parseText,
  parseUuid,
} from './parse-text.js';
import { parseTrustProxy } from './parse-trust-proxy.js';
import {
  parseCacheUrl,
  parseDatabaseUrl,
  parseOrigin,
  parseOriginList,
  parseWebAddress,
} from './parse-url.js';
import { defaulted, optional, required, SECRET, SET, type ProcessName, type Variable } from './variable.js';

const api = ['api'] as const;
const worker = ['worker'] as const;
const both = ['api', 'worker'] as const;

const local = { secret: true, requiredWhen: { SVC_KMS_BACKEND: 'local' } };
const transit = { requiredWhen: { SVC_KMS_BACKEND: 'transit' } };
const cloud = { requiredWhen: { SVC_KMS_BACKEND: 'cloud-kms' } };
const withOidc = { requiredWhen: { SVC_OIDC_ISSUER: SET } };

/** Every variable there is: the specification's runtime configuration and D19. Nothing else reads the environment. */
export const VARIABLES = {
  // Process
  SVC_ENV: defaulted(both, choice('production', 'development'), 'production'),
  SVC_LOG_LEVEL: defaulted(
    both,
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  API_ADDR: defaulted(api, parseListenAddress, ':8080'),
  WORKER_ADDR: defaulted(worker, parseListenAddress, ':8081'),
  SVC_PUBLIC_URL: optional(api, parseOrigin, { requiredWhen: { SVC_OIDC_ISSUER: SET } }),
  SVC_TRUST_PROXY: defaulted(api, parseTrustProxy, 'none'),

  // Stores
  DATABASE_URL: required(both, parseDatabaseUrl, SECRET),
  SVC_DATABASE_DIRECT_URL: optional(both, parseDatabaseUrl, SECRET),
  REDIS_URL: required(both, parseCacheUrl, SECRET),

  // Keys
  SVC_JWT_SECRET: required(api, parseSigningSecret, SECRET),
  SVC_JWT_TOKEN_TTL: defaulted(api, parseWholeSeconds, '8h'),
  SVC_KMS_BACKEND: defaulted(api, choice('local', 'transit', 'cloud-kms'), 'local'),
  SVC_WRAP_MASTER_KEY: optional(api, parseKey32, local),
  SVC_WRAP_MASTER_KEY_PREVIOUS: optional(api, parseKey32List, SECRET),
  SVC_KMS_TRANSIT_ADDR: optional(api, parseWebAddress, transit),
  SVC_KMS_TRANSIT_TOKEN: optional(api, parseSecretText, { ...transit, secret: true }),
  SVC_KMS_TRANSIT_KEY: optional(api, parseText, transit),
  SVC_KMS_CLOUD_REGION: optional(api, parseText, cloud),
  SVC_KMS_CLOUD_KEY_ID: optional(api, parseText, cloud),

  // Sign-in and sessions
  SVC_BOOTSTRAP_ADMIN_EMAIL: optional(api, parseEmail, {
    requiredWhen: { SVC_BOOTSTRAP_ADMIN_PASSWORD: SET },
  }),
  SVC_BOOTSTRAP_ADMIN_PASSWORD: optional(api, parsePassword, {
    secret: true,
    requiredWhen: { SVC_BOOTSTRAP_ADMIN_EMAIL: SET },
  }),
  SVC_BOOTSTRAP_ADMIN_USER_ID: optional(api, parseUuid),
  SVC_SESSION_ABSOLUTE_TTL: defaulted(api, parseWholeSeconds, '8h'),
  SVC_SESSION_IDLE_TTL: defaulted(api, parseWholeSeconds, '30m'),
  SVC_STEP_UP_TTL: defaulted(api, parseWholeSeconds, '15m'),
  SVC_REQUIRE_MFA_AT_LOGIN: defaulted(api, parseBoolean, 'false'),
  SVC_MFA_CHANGE_STEP_UP: defaulted(api, parseBoolean, 'true'),
  SVC_WEBAUTHN_RP_ID: optional(api, parseDomain),
  SVC_WEBAUTHN_RP_ORIGINS: optional(api, parseOriginList),
  SVC_OIDC_ISSUER: optional(api, parseWebAddress),
  SVC_OIDC_CLIENT_ID: optional(api, parseText, withOidc),
  SVC_OIDC_CLIENT_SECRET: optional(api, parseSecretText, { ...withOidc, secret: true }),
  SVC_OIDC_REDIRECT_URL: optional(api, parseWebAddress),
  SVC_OIDC_SCOPES: defaulted(api, parseScopes, 'openid email profile groups'),
  SVC_OIDC_GROUPS_CLAIM: defaulted(api, parseText, 'groups'),
  SVC_OIDC_GROUP_MAP: defaulted(api, parseGroupMap, '{}'),
  SVC_OIDC_TRUSTED_AMR_MFA: defaulted(api, parseBoolean, 'false'),

  // Switches
  SVC_SECURITY_PROFILE: defaulted(both, choice('standard', 'strict'), 'standard'),
  SVC_GITOPS_ENABLED: defaulted(api, parseBoolean, 'false'),
  SVC_AGENT_DIRECT_MINT_ENABLED: defaulted(api, parseBoolean, 'false'),
  SVC_ALLOW_INSECURE_STORE_ADDR: defaulted(api, parseBoolean, 'false'),
  SVC_PROVIDER_CONN_REJECT_SECRETS: defaulted(api, parseBoolean, 'true'),
  SVC_REQUIRE_BOUND_SECRETS: defaulted(api, parseBoolean, 'false'),
  SVC_DISCOVER_TARGETS_JSON: optional(both, parseDiscoverTargets),
  SVC_JOB_LEASE_TTL: defaulted(api, parseWholeSeconds, '60s'),

  // Worker
  SVC_AUDIT_SIGNING_KEY: optional(worker, parseKey32, SECRET),
  SVC_AUDIT_CHECKPOINT_DIR: optional(worker, parseText),
  SVC_WORKER_CROSS_TEAM_FILL_EXPIRED_INTERVAL: defaulted(worker, parseInterval, '30s'),
  SVC_WORKER_REVEAL_SESSIONS_EXPIRED_INTERVAL: defaulted(worker, parseInterval, '5s'),
  SVC_WORKER_DISCOVERY_INTERVAL: defaulted(worker, parseInterval, '10s'),
  SVC_WORKER_DISCOVERY_STALE_INTERVAL: defaulted(worker, parseInterval, '30s'),
  SVC_WORKER_REQUESTS_EXPIRED_INTERVAL: defaulted(worker, parseInterval, '10s'),
  SVC_WORKER_WRAPS_EXPIRED_INTERVAL: defaulted(worker, parseInterval, '30s'),
  SVC_WORKER_AUDIT_SEAL_INTERVAL: defaulted(worker, parseInterval, '1s'),
  SVC_WORKER_HOUSEKEEPING_INTERVAL: defaulted(worker, parseInterval, '2m'),
} as const satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof VARIABLES;

type ReadBy<K extends VariableName> = (typeof VARIABLES)[K]['readBy'][number];

/** What the variables of process P turn into. */
export type Values<P extends ProcessName> = {
  readonly [K in VariableName as P extends ReadBy<K> ? K : never]: ReturnType<(typeof VARIABLES)[K]['parse']>;
};
