import type { AgentLog } from '../agent-log.js';
import type { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import type { GitopsEndpoint } from '../gitops/gitops-endpoint.js';
import type { Clock } from '../clock.js';
import type { AgentHealth } from './agent-health.js';
import type { AgentMetrics } from './agent-metrics.js';
import type { RefusalWatch } from './refusal-watch.js';
import type { RunningJobs } from './running-jobs.js';

/** What the loops share. */
export interface LoopParts {
  client: ControlPlaneClient;
  running: RunningJobs;
  health: AgentHealth;
  metrics: AgentMetrics;
  refusals: RefusalWatch;
  clock: Clock;
  log: AgentLog;
  /** The Argo CD endpoints of this cluster, from the last heartbeat's response. */
  endpoints: GitopsEndpoint[];
}
