import type { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import type { Job } from '../control-plane/job.js';
import type { DiscoveryNotes } from '../drivers/discovery-notes.js';
import type { StoreDriver } from '../drivers/store-driver.js';
import type { AgentIdentity } from '../identity/agent-identity.js';
import { type RetryPolicy, retrying } from '../retrying.js';
import type { Clock } from '../clock.js';

/** What all kinds of jobs use. */
export interface JobContext {
  job: Job;
  store: StoreDriver;
  client: ControlPlaneClient;
  identity: AgentIdentity;
  clock: Clock;
  /** Collects what a discovery or a check skips. */
  notes: DiscoveryNotes;
  signal: AbortSignal;
}

/** More than the keys of any request: all values are in memory at the same time. */
export const MAX_VALUES = 100;

/** Retries of calls to the control plane within a job: about 15 s, well below a lease. */
export const JOB_RETRY: RetryPolicy = { attempts: 6, baseMs: 500, capMs: 8000 };

/** Calls the control plane with these retries; `task` receives the number of the attempt. */
export function retryInJob<T>(context: JobContext, task: (attempt: number) => Promise<T>): Promise<T> {
  return retrying(task, JOB_RETRY, context.clock, context.signal);
}
