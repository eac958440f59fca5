import type { AgentLog } from '../agent-log.js';
import { backoffDelay } from '../backoff.js';
import type { AgentConfig } from '../config/agent-config.js';
import { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import { Stores } from '../drivers/stores.js';
import { gitopsLoop } from '../gitops/gitops-loop.js';
import type { AgentIdentity } from '../identity/agent-identity.js';
import { openStateStore } from '../identity/open-state-store.js';
import { SecretRotation } from '../identity/secret-rotation.js';
import { JobRunner } from '../jobs/job-runner.js';
import type { Clock } from '../clock.js';
import type { AgentMetrics } from './agent-metrics.js';
import type { WatchedAgent } from './agent-status.js';
import { claimLoop } from './claim-loop.js';
import { retryAfterOf, failureFields } from './failure-fields.js';
import { heartbeatLoop } from './heartbeat-loop.js';
import type { LoopParts } from './loop-parts.js';
import { rotationLoop } from './rotation-loop.js';
import { RefusalWatch } from './refusal-watch.js';

/** Time for running jobs to finish after the signal to stop (D61). */
const DRAIN_MS = 25_000;
const REGISTER_BACKOFF = { baseMs: 1000, capMs: 60_000 };

export interface RunParts {
  config: AgentConfig;
  identity: AgentIdentity;
  watched: WatchedAgent;
  metrics: AgentMetrics;
  clock: Clock;
  log: AgentLog;
  /** Aborts when the process should stop. */
  stop: AbortSignal;
}

export type AgentEnd = 'stopped' | 'refused';

/**
 * Runs one agent until the process is stopped, or the control plane refuses it for good. It shares nothing with other agents
 * of the process.
 * @throws the error of a failed loop, once all of them have ended
 */
export async function runAgent(run: RunParts): Promise<AgentEnd> {
  const { config, identity, log, metrics, clock } = run;
  const { health, logins, running } = run.watched;
  const ending = new AbortController();
  const ended = new AbortController();
  const stopping = AbortSignal.any([run.stop, ending.signal]);
  run.stop.addEventListener('abort', () => health.drain(), { signal: ended.signal });
  if (run.stop.aborted) health.drain();
  const refusals = new RefusalWatch(log, () => {
    health.refused();
    ending.abort();
  });
  const client = new ControlPlaneClient(config.apiUrl, identity);
  const parts: LoopParts = { client, running, health, metrics, refusals, clock, log, endpoints: [] };
  const stores = new Stores(config.stores, config.storeLimits, clock, logins);
  const runner = new JobRunner({ client, identity, stores, clock, log, metrics });

  log.info('agent started', { agent_id: identity.agentId, cluster: config.clusterName });
  await registerKey(parts, identity, stopping);
  const faults: unknown[] = [];
  const guarded = (loop: Promise<void>): Promise<void> =>
    loop.catch((fault: unknown) => {
      faults.push(fault);
      health.failed('internal_error');
      ending.abort();
    });
  // Heartbeats continue while jobs finish, to renew their leases.
  const loops = [guarded(heartbeatLoop(parts, ended.signal))];
  if (config.gitops) loops.push(guarded(gitopsLoop(parts, config.gitops, stopping)));
  if (config.minted) logNoRotation(run);
  else loops.push(guarded(rotateSecret(run, parts, stopping)));
  await guarded(claimLoop(parts, (job) => runner.run(job, ended.signal), stopping));
  await drain(parts);
  ended.abort();
  await Promise.all([...loops, running.idle()]);
  await stores.end();
  const refused = health.state === 'refused';
  log[refused ? 'warn' : 'info']('agent stopped', { refused });
  if (faults.length > 0) throw faults[0];
  return refused ? 'refused' : 'stopped';
}

/** Rotates the secret until `stopping`; then waits for a response in transit, which may contain the next secret. */
function rotateSecret(
  { config, identity }: RunParts,
  parts: LoopParts,
  stopping: AbortSignal,
): Promise<void> {
  const { agentId, credentials } = identity;
  const { client, clock } = parts;
  const store = openStateStore(config.state);
  const own = { agentId, credentials, client, clock, store };
  const rotation = new SecretRotation({ ...own, maxAgeMs: config.secretMaxAgeMs, wallClock: Date.now });
  return rotationLoop(parts, rotation, stopping);
}

function logNoRotation({ config, log }: RunParts): void {
  if (config.secretMaxAgeMs === 0) return;
  log.info('the agent secret is not rotated: it comes from the environment, which the agent cannot change');
}

/** A minted agent registers its public key before it claims: data keys are sealed to it. */
async function registerKey(parts: LoopParts, identity: AgentIdentity, stopping: AbortSignal): Promise<void> {
  for (let failures = 0; identity.keyIsNew && !stopping.aborted; failures += 1) {
    try {
      await parts.client.registerPublicKey(identity.keys.publicKeyBase64, stopping);
      return;
    } catch (error) {
      if (stopping.aborted) return;
      parts.refusals.failed(error);
      parts.log.warn('registering the public key failed', failureFields(error));
      const wait = retryAfterOf(error) ?? backoffDelay(failures, REGISTER_BACKOFF, parts.clock.random);
      await parts.clock.sleep(wait, stopping);
    }
  }
}

async function drain({ log, clock, running }: LoopParts): Promise<void> {
  if (running.size > 0) log.info('waiting for running jobs', { jobs: running.size });
  const waited = new AbortController();
  await Promise.race([running.idle(), clock.sleep(DRAIN_MS, waited.signal)]);
  waited.abort();
  // Unfinished jobs are abandoned: their leases expire and other agents claim them.
  if (running.size > 0) log.warn('jobs were left unfinished', { jobs: running.size });
}
