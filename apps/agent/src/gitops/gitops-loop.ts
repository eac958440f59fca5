import type { GitopsSettings } from '../config/gitops-settings.js';
import { KubeApi } from '../kubernetes/kube-api.js';
import { failureFields } from '../runtime/failure-fields.js';
import type { LoopParts } from '../runtime/loop-parts.js';
import { retrying } from '../retrying.js';
import { chooseEndpoint, type GitopsEndpoint } from './gitops-endpoint.js';
import { listApplications } from './list-applications.js';
import type { ObservedApplication } from './observed-application.js';

const RETRY = { attempts: 3, baseMs: 1000, capMs: 10_000 };
/** Poll interval until the first heartbeat has returned the endpoints. */
const FIRST_LOOK_MS = 1000;

/**
 * Reports the applications of the cluster's Argo CD periodically (D56), until the signal aborts. Every report is complete:
 * the control plane computes the changes.
 */
export async function gitopsLoop(
  parts: LoopParts,
  settings: GitopsSettings,
  signal: AbortSignal,
): Promise<void> {
  const { log, metrics, clock } = parts;
  const api = new KubeApi(settings.kubernetes);
  while (!parts.health.ready && !signal.aborted) await clock.sleep(FIRST_LOOK_MS, signal);
  while (!signal.aborted) {
    const endpoint = chooseEndpoint(parts.endpoints, settings.baseUrl);
    if (!endpoint) {
      log.warn('no Argo CD endpoint to report to, or more than one', { known: parts.endpoints.length });
    } else {
      try {
        const applications = await observe(parts, api, settings, endpoint, signal);
        metrics.applicationsReported(applications);
      } catch (error) {
        if (signal.aborted) return;
        metrics.applicationsReported(null);
        log.warn('reporting applications failed', failureFields(error));
      }
    }
    // Jitter of 10 %, so that the agents of many clusters don't report at the same time.
    await clock.sleep(Math.round(settings.intervalSeconds * 1000 * (0.9 + clock.random() / 5)), signal);
  }
}

/** Returns the number of reported applications. */
async function observe(
  { client, clock }: LoopParts,
  api: KubeApi,
  settings: GitopsSettings,
  endpoint: GitopsEndpoint,
  signal: AbortSignal,
): Promise<number> {
  const seen = new Map<string, ObservedApplication>();
  for (const namespace of settings.namespaces ?? [null]) {
    for await (const page of listApplications(api, namespace, signal)) {
      for (const application of page) seen.set(`${application.namespace}/${application.name}`, application);
    }
  }
  // An empty report is sent as well: it shows that the agent is observing.
  for (const page of pagesOf([...seen.values()])) {
    await retrying(() => client.reportApplications(endpoint.id, page, signal), RETRY, clock, signal);
  }
  return seen.size;
}

const PAGE_ITEMS = 100;

function pagesOf(applications: ObservedApplication[]): ObservedApplication[][] {
  const count = Math.max(1, Math.ceil(applications.length / PAGE_ITEMS));
  return Array.from({ length: count }, (_, page) =>
    applications.slice(page * PAGE_ITEMS, (page + 1) * PAGE_ITEMS),
  );
}
