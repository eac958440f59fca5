import { STORE_ERRORS } from '../drivers/store-error-codes.js';
import { JOB_FAILURES } from '../jobs/job-failure.js';
import { labelOf, type ProcessMetrics } from './process-metrics.js';

const OWN_CODES = new Set<string>(Object.keys({ ...STORE_ERRORS, ...JOB_FAILURES }));

export type JobResult = 'succeeded' | 'failed' | 'lost';

/** The metrics of one agent. Labels are only its name, kinds and results: no ref and no value. */
export class AgentMetrics {
  readonly #label: { agent?: string };

  /** @param agent its name, null for the only one */
  constructor(
    private readonly process: ProcessMetrics,
    agent: string | null,
  ) {
    this.#label = labelOf(agent);
  }

  /** @param failure the code sent to the control plane, null for a job that did not fail */
  jobEnded(kind: string, result: JobResult, seconds: number, failure: string | null): void {
    const { durations, failures, jobs } = this.process;
    jobs.inc({ ...this.#label, kind, result });
    durations.observe({ ...this.#label, kind }, seconds);
    if (failure === null) return;
    // Codes that only the control plane knows must not become label values.
    failures.inc({ ...this.#label, code: OWN_CODES.has(failure) ? failure : 'control_plane_refused' });
  }

  claimed(result: 'job' | 'empty' | 'error'): void {
    this.process.claims.inc({ ...this.#label, result });
  }

  /** @param applications how many were reported, null when reporting failed */
  applicationsReported(applications: number | null): void {
    this.process.reports.inc({ ...this.#label, result: applications === null ? 'failed' : 'succeeded' });
    if (applications !== null) this.process.applications.set(this.#label, applications);
  }
}
