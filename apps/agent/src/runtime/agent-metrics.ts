import { Counter, Gauge, Registry } from 'prom-client';

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

  /**
   * @param heartbeatAge seconds since the last accepted heartbeat, NaN before the first
   * @param running the number of jobs under way
   */
  constructor(heartbeatAge: () => number, running: () => number) {
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

  jobEnded(kind: string, result: JobResult): void {
    this.#jobs.inc({ kind, result });
  }

  claimed(result: 'job' | 'empty' | 'error'): void {
    this.#claims.inc({ result });
  }
}
