import type { Environment } from './read-variables.js';
import { VARIABLES } from './variables.js';

/** Read by apps/agent, which has a table of its own; tools/reference compares this list with it. */
const AGENT_NAMES = [
  'SVC_AGENT_CONCURRENCY',
  'SVC_AGENT_CONFIG_FILE',
  'SVC_AGENT_GITOPS_BASE_URL',
  'SVC_AGENT_GITOPS_ENABLED',
  'SVC_AGENT_GITOPS_INTERVAL',
  'SVC_AGENT_GITOPS_NAMESPACES',
  'SVC_AGENT_HEALTH_ADDR',
  'SVC_AGENT_ID',
  'SVC_AGENT_METRICS_ADDR',
  'SVC_AGENT_SECRET',
  'SVC_AGENT_SECRET_MAX_AGE',
  'SVC_AGENT_STATE_FILE',
  'SVC_AGENT_STATE_SECRET',
  'SVC_AGENT_STORE_ADDRESSES',
  'SVC_AGENT_STORE_CONCURRENCY',
  'SVC_AGENT_STORE_RATE',
  'SVC_API_URL',
  'SVC_AZURE_KEY_VAULT_CA_FILE',
  'SVC_AZURE_KEY_VAULT_URL',
  'SVC_CLUSTER_NAME',
  'SVC_GOOGLE_IAM_CREDENTIALS_URL',
  'SVC_GOOGLE_SECRET_MANAGER_URL',
  'SVC_KUBERNETES_CA_FILE',
  'SVC_KUBERNETES_TOKEN_FILE',
  'SVC_KUBERNETES_URL',
];
const KNOWN = [...Object.keys(VARIABLES), ...AGENT_NAMES];
/** Announced by the specification, which does not let it have an effect yet: whoever sets it must be warned. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  SVC_LOCAL_ADMIN_ENABLED: 'local sign-in is unavailable only where no local account was ever created',
};
const PRINTABLE = /^SVC_[A-Za-z0-9_]{1,100}$/;

/** Returns a warning for each SVC_ variable that nothing reads, with the most similar known name. */
export function warnOfUnknownNames(env: Environment): string[] {
  const given = Object.keys(env).filter((name) => PRINTABLE.test(name) && env[name] !== undefined);
  return given.flatMap((name) => {
    const plain = name.replace(/_FILE$/, '');
    if (KNOWN.includes(name) || KNOWN.includes(plain)) return [];
    const reason = WITHOUT_EFFECT[plain];
    if (reason !== undefined) return [`${name} has no effect: ${reason}`];
    return [`${name} is unknown and has no effect; the nearest known name is ${nearest(plain)}`];
  });
}

function nearest(name: string): string {
  const measured = KNOWN.map((known) => ({ known, distance: editDistance(name, known) }));
  return measured.reduce((best, next) => (next.distance < best.distance ? next : best)).known;
}

/** Returns the Levenshtein distance of two texts. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
