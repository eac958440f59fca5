import type { SecretBytes } from '#libs/secret-bytes';
import { checkCache } from './check-cache.js';
import type { DiscoverTarget } from './parse-discover-targets.js';
import type { ListenAddress } from './parse-listen-address.js';
import { readVariables, type Environment, type ReadFile } from './read-variables.js';
import { seal } from './seal.js';
import { warnOfUnknownNames } from './unknown-names.js';
import type { Values } from './variables.js';

/** Interval of each task in milliseconds, by task name (D89). */
export type WorkerIntervals = Readonly<ReturnType<typeof intervalsOf>>;

/** The worker's configuration; it requires DATABASE_URL and REDIS_URL only (D89). */
export interface WorkerConfig {
  readonly env: 'production' | 'development';
  /** `strict` restricts what the specification leaves open (D95). */
  readonly securityProfile: 'standard' | 'strict';
  readonly logLevel: Values<'worker'>['SVC_LOG_LEVEL'];
  /** Health and metrics. */
  readonly listen: ListenAddress;
  readonly databaseUrl: string;
  /** For LISTEN, bypassing a transaction pooler. */
  readonly databaseDirectUrl: string;
  /** Longer ones are logged; 0 for none. */
  readonly slowStatementMs: number;
  /** Whether the transaction pooler at databaseUrl, if there is one, keeps prepared statements. */
  readonly poolerPreparedStatements: boolean;
  readonly redisUrl: string;
  readonly discoverTargets: readonly DiscoverTarget[] | null;
  readonly audit: {
    /** Ed25519 seed; without it there are no checkpoints (D59). */
    readonly signingKey: SecretBytes | null;
    readonly checkpointDir: string | null;
  };
  readonly intervalsMs: WorkerIntervals;
  /** Logged at boot; they name variables and contain no values. */
  readonly warnings: readonly string[];
}

/**
 * Parses the worker's configuration from its environment and the files of NAME_FILE variables.
 *
 * @throws ConfigError with every fault, by variable name
 */
export function parseWorkerConfig(env: Environment, readFile?: ReadFile): WorkerConfig {
  const values = readVariables('worker', env, checkCache, readFile);
  const { SVC_AUDIT_SIGNING_KEY: signingKey, SVC_AUDIT_CHECKPOINT_DIR: checkpointDir } = values;
  return seal({
    env: values.SVC_ENV,
    securityProfile: values.SVC_SECURITY_PROFILE,
    logLevel: values.SVC_LOG_LEVEL,
    listen: values.WORKER_ADDR,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.SVC_DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    slowStatementMs: values.SVC_DATABASE_SLOW_STATEMENT_MS,
    poolerPreparedStatements: values.SVC_DATABASE_POOLER_PREPARED_STATEMENTS,
    redisUrl: values.REDIS_URL,
    discoverTargets: values.SVC_DISCOVER_TARGETS_JSON,
    audit: { signingKey, checkpointDir },
    intervalsMs: intervalsOf(values),
    warnings: [...warnOfUnknownNames(env), ...(signingKey === null ? [NO_SIGNING_KEY] : [])],
  });
}

const NO_SIGNING_KEY = 'SVC_AUDIT_SIGNING_KEY is not set: the audit log gets no signed checkpoints';

function intervalsOf(values: Values<'worker'>) {
  return {
    crossTeamFillExpired: values.SVC_WORKER_CROSS_TEAM_FILL_EXPIRED_INTERVAL,
    revealSessionsExpired: values.SVC_WORKER_REVEAL_SESSIONS_EXPIRED_INTERVAL,
    discoveryScheduler: values.SVC_WORKER_DISCOVERY_INTERVAL,
    discoveryStale: values.SVC_WORKER_DISCOVERY_STALE_INTERVAL,
    requestsExpired: values.SVC_WORKER_REQUESTS_EXPIRED_INTERVAL,
    wrapsExpired: values.SVC_WORKER_WRAPS_EXPIRED_INTERVAL,
    auditSeal: values.SVC_WORKER_AUDIT_SEAL_INTERVAL,
    housekeeping: values.SVC_WORKER_HOUSEKEEPING_INTERVAL,
  };
}
