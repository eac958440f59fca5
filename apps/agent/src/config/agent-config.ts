import type { SecretBytes } from '#libs/secret-bytes';
import type { StoreLimits } from '../drivers/store-gate.js';
import { isLoopback } from '../http/loopback.js';
import type { SecretPlace } from '../identity/state-secret.js';
import { type KubernetesSettings, readKubernetesSettings } from './cloud-store-settings.js';
import { EnvReader } from './env-reader.js';
import { type GitopsSettings, readGitopsSettings } from './gitops-settings.js';
import { type ListenAddress, parseListenAddress } from './listen-address.js';
import { readStoreSettings, type StoreSettings } from './store-settings.js';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where the enrolled identity is kept: a file, or a Kubernetes secret. */
export type StatePlace = { file: string } | { secret: SecretPlace; kubernetes: KubernetesSettings };

/** What `status` needs. */
export interface LocalConfig {
  state: StatePlace;
  health: ListenAddress;
  /** The id of an agent that was minted, null for an enrolled one. */
  mintedId: string | null;
}

/** What `enroll` and `run` need. */
export interface AgentConfig extends LocalConfig {
  /** Where metrics are served besides; null for nowhere. */
  metrics: ListenAddress | null;
  apiUrl: URL;
  clusterName: string;
  logLevel: LogLevel;
  /** An identity from the environment, for agents that were minted instead of enrolled. */
  minted: { agentId: string; secret: SecretBytes } | null;
  /** From which age on the agent replaces its secret, in milliseconds; 0 for never. */
  secretMaxAgeMs: number;
  /** Jobs at the same time. */
  concurrency: number;
  stores: StoreSettings;
  /** What each store is asked for at most. */
  storeLimits: StoreLimits;
  /** What to report of an Argo CD nearby; null when nothing. */
  gitops: GitopsSettings | null;
}

/** @throws AgentConfigError naming every faulty variable, without values */
export function parseAgentConfig(environment: NodeJS.ProcessEnv): AgentConfig {
  const env = new EnvReader(environment);
  const config = {
    ...readLocal(env),
    metrics: readMetricsAddress(env),
    apiUrl: readApiUrl(env),
    clusterName: env.required('SVC_CLUSTER_NAME'),
    logLevel: env.oneOf('SVC_LOG_LEVEL', LOG_LEVELS),
    minted: readMinted(env),
    secretMaxAgeMs: readSecretMaxAge(env),
    concurrency: env.integer('SVC_AGENT_CONCURRENCY', 1, 64),
    stores: readStoreSettings(env),
    storeLimits: {
      concurrency: env.integer('SVC_AGENT_STORE_CONCURRENCY', 1, 64),
      perSecond: env.integer('SVC_AGENT_STORE_RATE', 0, 10_000),
    },
  };
  const gitops = readGitopsSettings(env, config.stores.kubernetes);
  env.finish();
  return { ...config, gitops };
}

/** @throws AgentConfigError */
export function parseLocalConfig(environment: NodeJS.ProcessEnv): LocalConfig {
  const env = new EnvReader(environment);
  const config = readLocal(env);
  env.finish();
  return config;
}

function readLocal(env: EnvReader): LocalConfig {
  const health = parseListenAddress(env.text('SVC_AGENT_HEALTH_ADDR'), '127.0.0.1');
  if (!health) env.fault('SVC_AGENT_HEALTH_ADDR', 'must be host:port');
  else if (!isLoopback(health.host)) env.fault('SVC_AGENT_HEALTH_ADDR', 'must be a loopback address');
  return {
    state: readStatePlace(env),
    health: health ?? { host: '127.0.0.1', port: 0 },
    mintedId: env.textOrNull('SVC_AGENT_ID'),
  };
}

function readMetricsAddress(env: EnvReader): ListenAddress | null {
  const text = env.textOrNull('SVC_AGENT_METRICS_ADDR');
  const address = text === null ? null : parseListenAddress(text, '::');
  if (text !== null && !address) env.fault('SVC_AGENT_METRICS_ADDR', 'must be host:port');
  return address;
}

const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';
const SECRET_NAME = /^(?:([a-z0-9-]{1,63})\/)?([a-z0-9.-]{1,253})$/;

function readStatePlace(env: EnvReader): StatePlace {
  const secret = env.text('SVC_AGENT_STATE_SECRET');
  if (secret === '') return { file: env.text('SVC_AGENT_STATE_FILE') };
  if (env.textOrNull('SVC_AGENT_STATE_FILE') !== null) {
    env.fault('SVC_AGENT_STATE_SECRET', 'and SVC_AGENT_STATE_FILE are both set: the state has one place');
  }
  const parts = SECRET_NAME.exec(secret);
  if (!parts) env.fault('SVC_AGENT_STATE_SECRET', 'must be a name or namespace/name');
  const kubernetes = readKubernetesSettings(env);
  if (kubernetes.url === null) {
    env.fault('SVC_AGENT_STATE_SECRET', 'needs a cluster: set SVC_KUBERNETES_URL outside of one');
  }
  const namespace = parts?.[1] ?? env.textIn(NAMESPACE_FILE) ?? 'default';
  return { secret: { namespace, name: parts?.[2] ?? '' }, kubernetes };
}

// HPKE base mode doesn't authenticate the service, so TLS must, wherever the path leaves this machine (D53).
function readApiUrl(env: EnvReader): URL {
  const nowhere = new URL('https://invalid');
  const text = env.required('SVC_API_URL');
  if (text === '') return nowhere;
  if (!URL.canParse(text)) {
    env.fault('SVC_API_URL', 'must be a URL');
    return nowhere;
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    env.fault('SVC_API_URL', 'must not carry credentials, a query or a fragment');
  }
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!allowed) env.fault('SVC_API_URL', 'must be https (http is for loopback only)');
  return url;
}

const UNIT_MS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const SHORTEST_AGE_MS = 600_000;

function readSecretMaxAge(env: EnvReader): number {
  const text = env.text('SVC_AGENT_SECRET_MAX_AGE');
  if (text === '0' || text === 'off') return 0;
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const age = Number(count) * (UNIT_MS.get(unit) ?? NaN);
  if (age >= SHORTEST_AGE_MS) return age;
  env.fault('SVC_AGENT_SECRET_MAX_AGE', 'must be a time of 10m or longer, such as 30d or 12h, or off');
  return 0;
}

function readMinted(env: EnvReader): AgentConfig['minted'] {
  const agentId = env.text('SVC_AGENT_ID');
  const secret = env.secret('SVC_AGENT_SECRET');
  if (agentId === '' && secret === null) return null;
  if (agentId === '') env.fault('SVC_AGENT_ID', 'is missing beside SVC_AGENT_SECRET');
  else if (!/^[0-9a-fA-F-]{36}$/.test(agentId)) env.fault('SVC_AGENT_ID', 'must be a UUID');
  if (secret === null) {
    env.fault('SVC_AGENT_SECRET', 'is missing beside SVC_AGENT_ID');
    return null;
  }
  return { agentId, secret };
}
