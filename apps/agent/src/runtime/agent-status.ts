import type { StoreLogins } from '../drivers/store-logins.js';
import type { AgentHealth, HealthState } from './agent-health.js';
import type { RunningJobs } from './running-jobs.js';

/** An agent, as probes and `status` see it. */
export interface WatchedAgent {
  /** Null for the only agent of a process without SVC_AGENT_CONFIG_FILE. */
  readonly name: string | null;
  readonly health: AgentHealth;
  readonly running: RunningJobs;
  readonly logins: StoreLogins;
}

/** An agent in the response of /status. */
export interface AgentStatus {
  agent: string | null;
  state: HealthState;
  /** Why it has failed; null otherwise. */
  reason: string | null;
  /** Null before the first accepted heartbeat. */
  heartbeat_age_seconds: number | null;
  jobs_running: number;
  /** Null unless the store refused the agent's login at the last attempt of a job. */
  store_login_refused: { store: string; address: string; code: string; since: string } | null;
}

/** The response of /status. */
export interface ProcessStatus {
  agents: AgentStatus[];
}

/** Returns the response of /status. */
export function statusOf(agents: readonly WatchedAgent[]): ProcessStatus {
  return { agents: agents.map(statusOfAgent) };
}

/** Returns whether every agent is ready, ignoring those that were refused for good, but there must be one left. */
export function isReady(agents: readonly WatchedAgent[]): boolean {
  const left = agents.filter(({ health }) => health.state !== 'refused');
  return left.length > 0 && left.every(({ health }) => health.ready);
}

function statusOfAgent({ health, logins, name, running }: WatchedAgent): AgentStatus {
  const { heartbeatAgeSeconds: age, reason, state } = health;
  const { refusal } = logins;
  return {
    ...{ agent: name, state, reason, jobs_running: running.size },
    heartbeat_age_seconds: Number.isNaN(age) ? null : age,
    store_login_refused: refusal && { ...refusal, since: refusal.since.toISOString() },
  };
}
