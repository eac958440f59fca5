import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AGENT_VERSION } from '../agent-version.js';
import { STORE_ERROR_CODES } from '../drivers/store-error.js';
import { JOB_FAILURE_CODES } from '../jobs/job-failure.js';

const OWN_CODES = new Set<string>([...STORE_ERROR_CODES, ...JOB_FAILURE_CODES]);

export type JobResult = 'succeeded' | 'failed' | 'lost';

/** The agent's own metrics. Labels are kinds and results only: no ref, no name, no value. */
export class AgentMetrics {
  readonly registry = new Registry();
  readonly #jobs = new Counter({
    name: 'svc_agent_jobs_total',
    help: 'Jobs that ended, by kind and result.',
    labelNames: ['kind', 'result'],
    registers: [this.registry],
  });
  readonly #claims = new Counter({
    name: 'svc_agent_claims_total',
    help: 'Claims sent, by what came of them.',
    labelNames: ['result'],
    registers: [this.registry],
  });
  readonly #failures = new Counter({
    name: 'svc_agent_job_failures_total',
    help: 'Jobs that failed, by the code that the control plane was told.',
    labelNames: ['code'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'svc_agent_job_duration_seconds',
    help: 'From the claim of a job to its reported end, by kind.',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [this.registry],
  });
  readonly #reports = new Counter({
    name: 'svc_agent_gitops_reports_total',
    help: 'Reports of Argo CD applications, by result.',
    labelNames: ['result'],
    registers: [this.registry],
  });
  readonly #applications = new Gauge({
    name: 'svc_agent_gitops_applications',
    help: 'Argo CD applications in the last report.',
    registers: [this.registry],
  });

  /**
   * @param heartbeatAge seconds since the last accepted heartbeat, NaN before the first
   * @param running the number of jobs under way
   */
  constructor(heartbeatAge: () => number, running: () => number) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'svc_agent_info',
      help: 'Always 1; the version of the agent.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: AGENT_VERSION }, 1);
    new Gauge({
      name: 'svc_agent_heartbeat_age_seconds',
      help: 'Seconds since the control plane last accepted a heartbeat.',
      registers: [this.registry],
      collect() {
        this.set(heartbeatAge());
      },
    });
    new Gauge({
      name: 'svc_agent_jobs_running',
      help: 'Jobs under way.',
      registers: [this.registry],
      collect() {
        this.set(running());
      },
    });
  }

  /** @param failure the code that the control plane was told, null for a job that did not fail */
  jobEnded(kind: string, result: JobResult, seconds: number, failure: string | null): void {
    this.#jobs.inc({ kind, result });
    this.#durations.observe({ kind }, seconds);
    // A code that only the control plane knows would be a label of its own making.
    if (failure !== null)
      this.#failures.inc({ code: OWN_CODES.has(failure) ? failure : 'control_plane_refused' });
  }

  claimed(result: 'job' | 'empty' | 'error'): void {
    this.#claims.inc({ result });
  }

  /** @param applications how many were reported, null when reporting failed */
  applicationsReported(applications: number | null): void {
    this.#reports.inc({ result: applications === null ? 'failed' : 'succeeded' });
    if (applications !== null) this.#applications.set(applications);
  }
}
