import type { KubernetesSettings } from './kubernetes-settings.js';
import type { EnvReader } from './env-reader.js';

export interface GitopsSettings {
  kubernetes: KubernetesSettings;
  /** Namespaces of the applications; null for all. */
  namespaces: string[] | null;
  intervalSeconds: number;
  /** Selects the endpoint by its base URL; null if the cluster has only one. */
  baseUrl: string | null;
}

const NAMESPACE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads SVC_AGENT_GITOPS_ENABLED, SVC_AGENT_GITOPS_NAMESPACES (comma-separated, `*` for all), SVC_AGENT_GITOPS_INTERVAL
 * (seconds) and SVC_AGENT_GITOPS_BASE_URL. Returns null if disabled.
 */
export function readGitopsSettings(env: EnvReader, kubernetes: KubernetesSettings): GitopsSettings | null {
  if (!env.flag('SVC_AGENT_GITOPS_ENABLED')) return null;
  if (kubernetes.url === null) {
    env.fault('SVC_AGENT_GITOPS_ENABLED', 'needs a cluster: set SVC_KUBERNETES_URL outside of one');
  }
  const list = env.text('SVC_AGENT_GITOPS_NAMESPACES');
  const namespaces = list === '*' ? null : list.split(',').map((name) => name.trim());
  if (namespaces && !namespaces.every((name) => NAMESPACE.test(name))) {
    env.fault('SVC_AGENT_GITOPS_NAMESPACES', 'must be namespaces separated by commas, or *');
  }
  return {
    kubernetes,
    namespaces,
    intervalSeconds: env.integer('SVC_AGENT_GITOPS_INTERVAL', 10, 3600),
    baseUrl: env.textOrNull('SVC_AGENT_GITOPS_BASE_URL'),
  };
}
