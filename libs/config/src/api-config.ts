import type { SecretBytes } from '#libs/secret-bytes';
import { checkApi } from './check-api.js';
import type { DiscoverTarget } from './parse-discover-targets.js';
import type { GroupMap } from './parse-group-map.js';
import type { ListenAddress } from './parse-listen-address.js';
import type { TrustProxy } from './parse-trust-proxy.js';
import { readVariables, type Environment, type ReadFile } from './read-variables.js';
import { seal } from './seal.js';
import { warnOfUnknownNames } from './unknown-names.js';
import type { Values } from './variables.js';

const OIDC_CALLBACK_PATH = '/api/v1/auth/oidc/callback';

/** The key service that wraps data keys (D57). Previous master keys only decrypt. */
export type KmsConfig =
  | {
      readonly backend: 'local';
      readonly masterKey: SecretBytes;
      readonly previousMasterKeys: readonly SecretBytes[];
    }
  | {
      readonly backend: 'transit';
      readonly addr: string;
      readonly token: SecretBytes;
      /** The file of SVC_KMS_TRANSIT_TOKEN_FILE, reread when the token is rejected. */
      readonly tokenFile: string | null;
      readonly key: string;
    }
  | { readonly backend: 'cloud-kms'; readonly region: string; readonly keyId: string };

/** The identity provider. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: SecretBytes;
  readonly redirectUrl: string;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly groupMap: GroupMap;
}

/** The api's configuration. Times are in seconds; null means not configured; secrets are SecretBytes. */
export interface ApiConfig {
  readonly env: 'production' | 'development';
  /** `strict` restricts what the specification leaves open (D95). */
  readonly securityProfile: 'standard' | 'strict';
  readonly logLevel: Values<'api'>['SVC_LOG_LEVEL'];
  readonly listen: ListenAddress;
  /** A separate address for metrics; null serves them at the api's own. */
  readonly metricsListen: ListenAddress | null;
  /** Origin, without a trailing slash. */
  readonly publicUrl: string | null;
  readonly trustProxy: TrustProxy;
  /** The lag of the event loop above which load is shed; 0 for none. */
  readonly loadSheddingLagMs: number;
  /** Maximum number of calls in progress per user, workload or agent; 0 for no limit. */
  readonly callsPerCaller: number;
  readonly databaseUrl: string;
  /** For migrations and LISTEN, bypassing a transaction pooler. */
  readonly databaseDirectUrl: string;
  /** Longer ones are logged; 0 for none. */
  readonly slowStatementMs: number;
  /** A read replica for lists, or null. */
  readonly databaseReadUrl: string | null;
  /** Whether the transaction pooler at databaseUrl, if there is one, keeps prepared statements. */
  readonly poolerPreparedStatements: boolean;
  readonly redisUrl: string;
  readonly jwt: { readonly secret: SecretBytes; readonly tokenTtlSeconds: number };
  readonly kms: KmsConfig;
  readonly bootstrapAdmin: {
    readonly email: string | null;
    readonly password: SecretBytes | null;
    readonly userId: string | null;
  };
  readonly session: { readonly absoluteSeconds: number; readonly idleSeconds: number };
  readonly stepUpSeconds: number;
  readonly requireMfaAtLogin: boolean;
  readonly mfaChangeStepUp: boolean;
  readonly trustedAmrMfa: boolean;
  readonly oidc: OidcConfig | null;
  readonly webauthn: { readonly rpId: string; readonly origins: readonly string[] } | null;
  readonly jobLeaseSeconds: number;
  readonly agentDirectMintEnabled: boolean;
  readonly consoleEnabled: boolean;
  readonly gitopsEnabled: boolean;
  readonly allowInsecureStoreAddr: boolean;
  readonly rejectSecretsInScope: boolean;
  readonly requireBoundSecrets: boolean;
  readonly discoverTargets: readonly DiscoverTarget[] | null;
  /** Logged at boot; they name variables and contain no values. */
  readonly warnings: readonly string[];
}

/**
 * Parses the api's configuration from its environment and the files of NAME_FILE variables.
 *
 * @throws ConfigError with every fault, by variable name
 */
export function parseApiConfig(env: Environment, readFile?: ReadFile): ApiConfig {
  const values = readVariables('api', env, checkApi, readFile);
  return seal({
    ...processPart(values),
    ...signInPart(values),
    ...switches(values),
    kms: kmsPart(values, env),
    oidc: oidcPart(values),
    discoverTargets: values.SVC_DISCOVER_TARGETS_JSON,
    warnings: [...warnOfUnknownNames(env), ...warnOfWorkerKey(env), ...warnOfHalfWebauthn(values)],
  });
}

function processPart(values: Values<'api'>) {
  return {
    env: values.SVC_ENV,
    securityProfile: values.SVC_SECURITY_PROFILE,
    logLevel: values.SVC_LOG_LEVEL,
    listen: values.API_ADDR,
    metricsListen: values.SVC_METRICS_ADDR,
    publicUrl: values.SVC_PUBLIC_URL,
    trustProxy: values.SVC_TRUST_PROXY,
    loadSheddingLagMs: values.SVC_LOAD_SHEDDING_LAG_MS,
    callsPerCaller: values.SVC_CALLS_PER_CALLER,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.SVC_DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    slowStatementMs: values.SVC_DATABASE_SLOW_STATEMENT_MS,
    databaseReadUrl: values.SVC_DATABASE_READ_URL,
    poolerPreparedStatements: values.SVC_DATABASE_POOLER_PREPARED_STATEMENTS,
    redisUrl: values.REDIS_URL,
    jobLeaseSeconds: values.SVC_JOB_LEASE_TTL,
  };
}

function signInPart(values: Values<'api'>) {
  const { SVC_WEBAUTHN_RP_ID: rpId, SVC_WEBAUTHN_RP_ORIGINS: origins } = values;
  return {
    jwt: { secret: values.SVC_JWT_SECRET, tokenTtlSeconds: values.SVC_JWT_TOKEN_TTL },
    bootstrapAdmin: {
      email: values.SVC_BOOTSTRAP_ADMIN_EMAIL,
      password: values.SVC_BOOTSTRAP_ADMIN_PASSWORD,
      userId: values.SVC_BOOTSTRAP_ADMIN_USER_ID,
    },
    session: { absoluteSeconds: values.SVC_SESSION_ABSOLUTE_TTL, idleSeconds: values.SVC_SESSION_IDLE_TTL },
    stepUpSeconds: values.SVC_STEP_UP_TTL,
    requireMfaAtLogin: values.SVC_REQUIRE_MFA_AT_LOGIN,
    mfaChangeStepUp: values.SVC_MFA_CHANGE_STEP_UP,
    trustedAmrMfa: values.SVC_OIDC_TRUSTED_AMR_MFA,
    webauthn: rpId === null || origins === null ? null : { rpId, origins },
  };
}

function switches(values: Values<'api'>) {
  return {
    agentDirectMintEnabled: values.SVC_AGENT_DIRECT_MINT_ENABLED,
    consoleEnabled: values.SVC_CONSOLE_ENABLED,
    gitopsEnabled: values.SVC_GITOPS_ENABLED,
    allowInsecureStoreAddr: values.SVC_ALLOW_INSECURE_STORE_ADDR,
    rejectSecretsInScope: values.SVC_PROVIDER_CONN_REJECT_SECRETS,
    requireBoundSecrets: values.SVC_REQUIRE_BOUND_SECRETS,
  };
}

function kmsPart(values: Values<'api'>, env: Environment): KmsConfig {
  switch (values.SVC_KMS_BACKEND) {
    case 'local':
      return {
        backend: 'local',
        masterKey: present(values.SVC_WRAP_MASTER_KEY),
        previousMasterKeys: values.SVC_WRAP_MASTER_KEY_PREVIOUS ?? [],
      };
    case 'transit':
      return {
        backend: 'transit',
        addr: present(values.SVC_KMS_TRANSIT_ADDR),
        token: present(values.SVC_KMS_TRANSIT_TOKEN),
        tokenFile: env['SVC_KMS_TRANSIT_TOKEN_FILE'] || null,
        key: present(values.SVC_KMS_TRANSIT_KEY),
      };
    case 'cloud-kms':
      return {
        backend: 'cloud-kms',
        region: present(values.SVC_KMS_CLOUD_REGION),
        keyId: present(values.SVC_KMS_CLOUD_KEY_ID),
      };
  }
}

function oidcPart(values: Values<'api'>): OidcConfig | null {
  const issuer = values.SVC_OIDC_ISSUER;
  if (issuer === null) return null;
  return {
    issuer,
    clientId: present(values.SVC_OIDC_CLIENT_ID),
    clientSecret: present(values.SVC_OIDC_CLIENT_SECRET),
    redirectUrl: values.SVC_OIDC_REDIRECT_URL ?? `${present(values.SVC_PUBLIC_URL)}${OIDC_CALLBACK_PATH}`,
    scopes: values.SVC_OIDC_SCOPES,
    groupsClaim: values.SVC_OIDC_GROUPS_CLAIM,
    groupMap: values.SVC_OIDC_GROUP_MAP,
  };
}

/** Warns of the signing seed, which only the worker may have (D59): a compromised api must not be able to sign. */
function warnOfWorkerKey(env: Environment): string[] {
  const names = ['SVC_AUDIT_SIGNING_KEY', 'SVC_AUDIT_SIGNING_KEY_FILE'].filter(
    (name) => (env[name] ?? '') !== '',
  );
  return names.map((name) => `${name} is for the worker alone; take it out of the api's environment`);
}

/** Warns of an incomplete WebAuthn configuration, which leaves WebAuthn off (D106). */
function warnOfHalfWebauthn(values: Values<'api'>): string[] {
  const names = ['SVC_WEBAUTHN_RP_ID', 'SVC_WEBAUTHN_RP_ORIGINS'] as const;
  const absent = names.filter((name) => values[name] === null);
  return absent.length === 1
    ? [`${absent[0]} is not set: WebAuthn is off, authenticator apps are the only second factors`]
    : [];
}

/** Narrows a value that the variable's requiredWhen guarantees. */
function present<T>(value: T | null): T {
  if (value === null) throw new Error('a required variable passed the check without a value');
  return value;
}
