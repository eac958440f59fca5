import { parseDiscoverTargets } from './parse-discover-targets.js';
import { parseInterval, parseWholeSeconds } from './parse-duration.js';
import { parseBoolean } from './parse-text.js';
import { defaulted, optional } from './variable.js';

const api = ['api'] as const;
const worker = ['worker'] as const;

export const SWITCH_VARIABLES = {
  SVC_CONSOLE_ENABLED: defaulted(api, parseBoolean, 'true', {
    meaning: 'Whether the api serves the web console, where its build is there.',
    example: 'false',
  }),
  SVC_GITOPS_ENABLED: defaulted(api, parseBoolean, 'false', {
    meaning: 'Whether the GitOps routes exist; the same for every api.',
    example: 'true',
  }),
  SVC_REQUIRE_BOUND_SECRETS: defaulted(api, parseBoolean, 'false', {
    meaning: 'Whether only secrets that are bound to the environment can be requested.',
    example: 'true',
  }),
  SVC_PROVIDER_CONN_REJECT_SECRETS: defaulted(api, parseBoolean, 'true', {
    meaning:
      'Whether a connection whose scope looks like it contains secrets is rejected. `false` is audited.',
    example: 'true',
  }),
  SVC_ALLOW_INSECURE_STORE_ADDR: defaulted(api, parseBoolean, 'false', {
    meaning: 'Whether a connection of type vault may have an http address.',
    example: 'false',
  }),
  SVC_AGENT_DIRECT_MINT_ENABLED: defaulted(api, parseBoolean, 'false', {
    meaning: 'Whether agents can be created without an enrollment token (`POST /agents`); for emergencies.',
    example: 'false',
  }),
  SVC_JOB_LEASE_TTL: defaulted(api, parseWholeSeconds, '60s', {
    meaning:
      'How long a job stays leased to an agent without a heartbeat; at least three heartbeats of 20 s.',
    example: '2m',
  }),
  SVC_DISCOVER_TARGETS_JSON: optional(['api', 'worker'], parseDiscoverTargets, {
    meaning:
      'Deprecated: discovery targets as a JSON list, used while no connection is due for discovery. Create a connection ' +
      'for each instead.',
    example:
      '[{"name": "main", "type": "vault", "cluster_name": "east", "interval_seconds": 3600, ' +
      '"scope": {"address": "https://vault.example:8200", "kvMount": "secret"}}]',
  }),
} as const;

export const WORKER_VARIABLES = {
  SVC_WORKER_CROSS_TEAM_FILL_EXPIRED_INTERVAL: period(
    '30s',
    'expires cross-team requests that were not filled in time',
  ),
  SVC_WORKER_REVEAL_SESSIONS_EXPIRED_INTERVAL: period('5s', 'ends expired reveal sessions'),
  SVC_WORKER_DISCOVERY_INTERVAL: period('10s', 'starts due discoveries'),
  SVC_WORKER_DISCOVERY_STALE_INTERVAL: period('30s', 'ends stale discoveries'),
  SVC_WORKER_REQUESTS_EXPIRED_INTERVAL: period('10s', 'expires requests'),
  SVC_WORKER_WRAPS_EXPIRED_INTERVAL: period('30s', 'deletes the ciphertext of expired wraps'),
  SVC_WORKER_AUDIT_SEAL_INTERVAL: period('1s', 'seals new audit events'),
  SVC_WORKER_HOUSEKEEPING_INTERVAL: period('2m', 'deletes rows past their retention'),
} as const;

function period(fallback: string, does: string) {
  const meaning = `How often the worker ${does}.`;
  return defaulted(worker, parseInterval, fallback, { meaning, example: '1m' });
}
