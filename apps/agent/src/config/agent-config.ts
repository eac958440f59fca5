import type { SecretBytes } from '#libs/secret-bytes';
import type { StoreLimits } from '../drivers/rate-limiter.js';
import { isLoopback } from '../http/loopback.js';
import { ONLY_ENTRY, type SecretLocation } from '../identity/state-secret.js';
import { type KubernetesSettings, readKubernetesSettings } from './kubernetes-settings.js';
import type { EnvReader } from './env-reader.js';
import { type GitopsSettings, readGitopsSettings } from './gitops-settings.js';
import { readStoreSettings, type StoreSettings } from './store-settings.js';

/** Where the enrolled identity is stored: in a file or a Kubernetes secret. */
export type StateLocation = { file: string } | { secret: SecretLocation; kubernetes: KubernetesSettings };

/** The settings of an agent that `status` needs. */
export interface LocalAgentConfig {
  /** Null for the only agent of a process without SVC_AGENT_CONFIG_FILE. */
  name: string | null;
  state: StateLocation;
  /** The id of a minted agent; null for an enrolled one. */
  mintedId: string | null;
}

/** The settings of an agent that `enroll` and `run` need. */
export interface AgentConfig extends LocalAgentConfig {
  /** Used by `enroll`; null if the token comes from standard input. */
  enrollmentTokenFile: string | null;
  apiUrl: URL;
  clusterName: string;
  /** The identity of a minted agent, from its settings; null for an enrolled one. */
  minted: { agentId: string; secret: SecretBytes } | null;
  /** Age in milliseconds at which the agent rotates its secret; 0 disables rotation by age. */
  secretMaxAgeMs: number;
  /** Maximum number of concurrent jobs. */
  concurrency: number;
  stores: StoreSettings;
  /** Maximum load on each store. */
  storeLimits: StoreLimits;
  /** Settings for reporting Argo CD applications; null if disabled. */
  gitops: GitopsSettings | null;
}

/** Reads all settings of one agent; faults are collected in `env`. */
export function readAgentConfig(
  env: EnvReader,
  name: string | null,
  enrollmentTokenFile: string | null,
): AgentConfig {
  const config = {
    ...readLocalAgentConfig(env, name),
    enrollmentTokenFile,
    apiUrl: readApiUrl(env),
    clusterName: env.required('SVC_CLUSTER_NAME'),
    minted: readMinted(env),
    secretMaxAgeMs: readSecretMaxAge(env),
    concurrency: env.integer('SVC_AGENT_CONCURRENCY', 1, 64),
    stores: readStoreSettings(env),
    storeLimits: {
      concurrency: env.integer('SVC_AGENT_STORE_CONCURRENCY', 1, 64),
      perSecond: env.integer('SVC_AGENT_STORE_RATE', 0, 10_000),
    },
  };
  return { ...config, gitops: readGitopsSettings(env, config.stores.orchestrator) };
}

/** Reads the settings that are usable even if others are invalid; faults are collected in `env`. */
export function readLocalAgentConfig(env: EnvReader, name: string | null): LocalAgentConfig {
  return { name, state: readStateLocation(env, name), mintedId: env.textOrNull('SVC_AGENT_ID') };
}

const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';
const SECRET_NAME = /^(?:([a-z0-9-]{1,63})\/)?([a-z0-9.-]{1,253})$/;

function readStateLocation(env: EnvReader, agent: string | null): StateLocation {
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
  if (agent === ONLY_ENTRY) {
    env.fault(
      'SVC_AGENT_STATE_SECRET',
      `keeps its entry ${ONLY_ENTRY} for an agent without a name: rename this agent`,
    );
  }
  const namespace = parts?.[1] ?? env.textIn(NAMESPACE_FILE) ?? 'default';
  return { secret: { namespace, name: parts?.[2] ?? '', entry: agent ?? ONLY_ENTRY }, kubernetes };
}

// HPKE base mode doesn't authenticate the service, so TLS must whenever the connection leaves this machine (D53).
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
const MIN_AGE_MS = 600_000;

function readSecretMaxAge(env: EnvReader): number {
  const text = env.text('SVC_AGENT_SECRET_MAX_AGE');
  if (text === '0' || text === 'off') return 0;
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const age = Number(count) * (UNIT_MS.get(unit) ?? NaN);
  if (age >= MIN_AGE_MS) return age;
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
