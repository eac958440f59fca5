import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AGENT_VERSION } from '../agent-version.js';
import type { WatchedAgent } from './agent-status.js';

/** The metrics of the process. Those of an agent have the label `agent` if the agent has a name. */
export class ProcessMetrics {
  readonly registry = new Registry();
  readonly jobs = new Counter({
    name: 'svc_agent_jobs_total',
    help: 'Jobs that ended, by kind and result.',
    labelNames: ['agent', 'kind', 'result'],
    registers: [this.registry],
  });
  readonly claims = new Counter({
    name: 'svc_agent_claims_total',
    help: 'Claims sent, by what came of them.',
    labelNames: ['agent', 'result'],
    registers: [this.registry],
  });
  readonly failures = new Counter({
    name: 'svc_agent_job_failures_total',
    help: 'Jobs that failed, by the code sent to the control plane.',
    labelNames: ['agent', 'code'],
    registers: [this.registry],
  });
  readonly durations = new Histogram({
    name: 'svc_agent_job_duration_seconds',
    help: 'From the claim of a job to its reported end, by kind.',
    labelNames: ['agent', 'kind'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [this.registry],
  });
  readonly reports = new Counter({
    name: 'svc_agent_gitops_reports_total',
    help: 'Reports of Argo CD applications, by result.',
    labelNames: ['agent', 'result'],
    registers: [this.registry],
  });
  readonly applications = new Gauge({
    name: 'svc_agent_gitops_applications',
    help: 'Argo CD applications in the last report.',
    labelNames: ['agent'],
    registers: [this.registry],
  });

  constructor(agents: readonly WatchedAgent[]) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'svc_agent_info',
      help: 'Always 1; the version of the agent.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: AGENT_VERSION }, 1);
    const gauge = (name: string, help: string, of: (agent: WatchedAgent) => number): void => {
      const collect = (): void => {
        for (const agent of agents) collected.set(labelOf(agent.name), of(agent));
      };
      const collected = new Gauge({ name, help, labelNames: ['agent'], registers: [this.registry], collect });
    };
    gauge(
      'svc_agent_heartbeat_age_seconds',
      'Seconds since the control plane last accepted a heartbeat.',
      ({ health }) => health.heartbeatAgeSeconds,
    );
    gauge('svc_agent_jobs_running', 'Running jobs.', ({ running }) => running.size);
    gauge(
      'svc_agent_ready',
      '1 while the agent works; 0 before its first heartbeat, and once it is refused, fails or stops.',
      ({ health }) => Number(health.ready),
    );
    gauge(
      'svc_agent_store_login_refused',
      '1 while the store does not accept the agent’s login, as of the last job.',
      ({ logins }) => Number(logins.refusal !== null),
    );
  }
}

/** Returns the label of an agent; none for the only agent of a process. */
export function labelOf(agent: string | null): { agent?: string } {
  return agent === null ? {} : { agent };
}
