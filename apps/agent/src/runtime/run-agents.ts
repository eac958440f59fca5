import { setMaxListeners } from 'node:events';
import { type AgentLog, withFields } from '../agent-log.js';
import { backoffDelay } from '../backoff.js';
import type { AgentConfig } from '../config/agent-config.js';
import type { ProcessConfig } from '../config/process-config.js';
import { StoreLogins } from '../drivers/store-logins.js';
import { ExitCode } from '../exit-code.js';
import { type AgentIdentity, loadIdentity } from '../identity/agent-identity.js';
import { StateError } from '../identity/agent-state.js';
import type { Clock } from '../clock.js';
import { AgentHealth } from './agent-health.js';
import { AgentMetrics } from './agent-metrics.js';
import type { WatchedAgent } from './agent-status.js';
import { failureFields } from './failure-fields.js';
import { type HealthServer, startHealthServer, startMetricsServer } from './health-server.js';
import { ProcessMetrics } from './process-metrics.js';
import { type AgentEnd, runAgent } from './run-agent.js';
import { RunningJobs } from './running-jobs.js';

const AFTER_FAILURE = { baseMs: 1000, capMs: 60_000 };

export interface ProcessParts {
  process: ProcessConfig;
  agents: readonly AgentConfig[];
  clock: Clock;
  log: AgentLog;
  /** Aborts when the process should stop. */
  stop: AbortSignal;
}

/** An agent and its public status. */
interface Member {
  config: AgentConfig;
  watched: WatchedAgent;
  metrics: AgentMetrics;
  log: AgentLog;
}

/**
 * Runs the agents of this process concurrently until it is stopped, or the control plane has refused all of them; returns
 * the process's exit code. Of several agents, one that is refused stops alone, and one that fails (no identity, a fault) is
 * restarted while the others continue.
 * @throws StateError if no agent has an identity, or two have the same one
 */
export async function runAgents(run: ProcessParts): Promise<ExitCode> {
  const { log } = run;
  // Every agent adds a listener; this is not a leak.
  setMaxListeners(0, run.stop);
  const identities = await loadIdentities(run.agents);
  const watched = run.agents.map((config) => watch(config, run.clock));
  const metrics = new ProcessMetrics(watched);
  const servers = await startServers(run, watched, metrics);
  try {
    const ends = run.agents.map((config, index) => {
      const { name } = config;
      const own = name === null ? log : withFields(log, { agent: name });
      const member = { config, watched: watched[index]!, metrics: new AgentMetrics(metrics, name), log: own };
      return supervise(run, member, identities[index]!);
    });
    return (await Promise.all(ends)).every((end) => end === 'refused') ? ExitCode.refused : ExitCode.ok;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function watch({ concurrency, name }: AgentConfig, clock: Clock): WatchedAgent {
  const running = new RunningJobs(concurrency);
  return { name, running, health: new AgentHealth(clock.now), logins: new StoreLogins() };
}

async function startServers(
  { log, process }: ProcessParts,
  agents: readonly WatchedAgent[],
  metrics: ProcessMetrics,
): Promise<HealthServer[]> {
  const health = await startHealthServer(process.health, agents, metrics);
  log.info('health endpoint listens', { host: process.health.host, port: health.port });
  if (!process.metrics) return [health];
  try {
    const scraped = await startMetricsServer(process.metrics, metrics);
    log.info('metrics endpoint listens', { host: process.metrics.host, port: scraped.port });
    return [health, scraped];
  } catch (error) {
    await health.stop();
    throw error;
  }
}

/**
 * Returns each agent's identity, or why it has none. Two agents of the same control plane must not share an identity; ids at
 * different control planes are independent.
 */
async function loadIdentities(
  agents: readonly AgentConfig[],
): Promise<PromiseSettledResult<AgentIdentity>[]> {
  const loaded = await Promise.allSettled(agents.map(loadEnrolled));
  const owners = new Map<string, string | null>();
  loaded.forEach((each, index) => {
    if (each.status === 'rejected') return;
    const { apiUrl, name } = agents[index]!;
    const identity = `${each.value.agentId} ${apiUrl.href.replace(/\/+$/, '')}`;
    const owner = owners.get(identity);
    if (owner !== undefined)
      throw new StateError(
        `the agents ${owner} and ${name} have the same identity: enroll one of them again`,
      );
    owners.set(identity, name);
  });
  if (owners.size > 0) return loaded;
  const reasons = loaded.map((each) => (each.status === 'rejected' ? (each.reason as unknown) : null));
  throw agents.length === 1 ? reasons[0] : new StateError(`no agent can start\n${lines(agents, reasons)}`);
}

function lines(agents: readonly AgentConfig[], reasons: unknown[]): string {
  return agents.map(({ name }, index) => `  ${name}: ${reasonFor(reasons[index])}`).join('\n');
}

async function loadEnrolled(config: AgentConfig): Promise<AgentIdentity> {
  const identity = await loadIdentity(config);
  if (!identity) throw new StateError('this agent is not enrolled: run enroll first');
  return identity;
}

/** Runs one agent and restarts it when it fails; the only agent of a process is restarted by the process's supervisor. */
async function supervise(
  run: ProcessParts,
  member: Member,
  first: PromiseSettledResult<AgentIdentity>,
): Promise<AgentEnd> {
  const { config, log, metrics, watched } = member;
  const { clock, stop } = run;
  let failures = 0;
  for (let isFirst = true; !stop.aborted; isFirst = false) {
    const began = clock.now();
    try {
      if (isFirst && first.status === 'rejected') throw first.reason;
      const known = isFirst && first.status === 'fulfilled' ? first.value : null;
      const identity = known ?? (await loadEnrolled(config));
      watched.health.failed(null);
      return await runAgent({ config, identity, watched, metrics, clock, log, stop });
    } catch (error) {
      if (config.name === null) throw error;
      const reason = reasonFor(error);
      watched.health.failed(reason);
      log.error('agent failed', error instanceof StateError ? { reason } : failureFields(error));
      // An agent that ran for longer than the longest backoff has recovered.
      if (clock.now() - began > AFTER_FAILURE.capMs) failures = 0;
      await clock.sleep(backoffDelay(failures, AFTER_FAILURE, clock.random), stop);
      failures += 1;
    }
  }
  return 'stopped';
}

/** Returns the reason for people; messages of other errors may contain input. */
function reasonFor(error: unknown): string {
  return error instanceof StateError ? error.message : String(failureFields(error).code);
}
