import type { AgentLog } from '../agent-log.js';
import { backoffDelay } from '../backoff.js';
import type { AgentConfig } from '../config/agent-config.js';
import { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import { Stores } from '../drivers/stores.js';
import { ExitCode } from '../exit-code.js';
import { gitopsLoop } from '../gitops/gitops-loop.js';
import type { AgentIdentity } from '../identity/agent-identity.js';
import { openStateStore } from '../identity/open-state-store.js';
import { SecretRotation } from '../identity/secret-rotation.js';
import { JobRunner } from '../jobs/job-runner.js';
import type { Pacing } from '../pacing.js';
import { AgentHealth } from './agent-health.js';
import { AgentMetrics } from './agent-metrics.js';
import { claimLoop } from './claim-loop.js';
import { askedToWait, failureFields } from './failure-fields.js';
import { startHealthServer, startMetricsServer } from './health-server.js';
import { heartbeatLoop } from './heartbeat-loop.js';
import type { LoopParts } from './loop-parts.js';
import { rotationLoop } from './rotation-loop.js';
import { RefusalWatch } from './refusal-watch.js';
import { RunningJobs } from './running-jobs.js';

/** How long running jobs may take to end once the agent was told to stop (D61). */
const DRAIN_MS = 25_000;
const REGISTER_BACKOFF = { baseMs: 1000, capMs: 60_000 };

export interface RunParts {
  config: AgentConfig;
  identity: AgentIdentity;
  pacing: Pacing;
  log: AgentLog;
  /** Aborts when the process is told to stop. */
  stop: AbortSignal;
  /** Told the port of the health endpoint once it listens. */
  onListening?: (port: number) => void;
}

/** Runs the agent until it is told to stop, or refused for good; gives the process's exit code. */
export async function runAgent(run: RunParts): Promise<ExitCode> {
  const { config, identity, log, pacing } = run;
  const refused = new AbortController();
  const ended = new AbortController();
  const stopping = AbortSignal.any([run.stop, refused.signal]);
  const health = new AgentHealth(pacing.now);
  const running = new RunningJobs(config.concurrency);
  const metrics = new AgentMetrics(
    () => health.heartbeatAgeSeconds,
    () => running.size,
  );
  const client = new ControlPlaneClient(config.apiUrl, identity);
  const refusals = new RefusalWatch(log, () => refused.abort());
  const parts: LoopParts = { client, running, health, metrics, refusals, pacing, log, endpoints: [] };
  const stores = new Stores(config.stores, config.storeLimits, pacing);
  const runner = new JobRunner({ client, identity, stores, pacing, log, metrics });

  const server = await startHealthServer(config.health, health, metrics);
  const scraped = config.metrics ? await startMetricsServer(config.metrics, metrics) : null;
  if (scraped) log.info('metrics endpoint listens', { host: config.metrics!.host, port: scraped.port });
  run.onListening?.(server.port);
  stopping.addEventListener('abort', () => health.drain());
  if (stopping.aborted) health.drain();
  log.info('agent started', { agent_id: identity.agentId, cluster: config.clusterName });
  await registerKey(parts, identity, stopping);
  // Heartbeats go on while jobs end: their leases must hold.
  const beating = heartbeatLoop(parts, ended.signal);
  const observing = config.gitops ? gitopsLoop(parts, config.gitops, stopping) : null;
  const rotating = config.minted ? noRotation(run) : rotateSecret(run, parts, stopping);
  await claimLoop(parts, (job) => runner.run(job, ended.signal), stopping);
  await drain(parts);
  ended.abort();
  await Promise.all([beating, observing, rotating, running.idle()]);
  await stores.end();
  await Promise.all([server.stop(), scraped?.stop()]);
  log.info('agent stopped', { refused: refused.signal.aborted });
  return refused.signal.aborted ? ExitCode.refused : ExitCode.ok;
}

/** An answer that is on its way is waited for at the end: it holds the next secret. */
function rotateSecret(
  { config, identity }: RunParts,
  parts: LoopParts,
  stopping: AbortSignal,
): Promise<void> {
  const { agentId, credentials } = identity;
  const { client, pacing } = parts;
  const store = openStateStore(config.state);
  const own = { agentId, credentials, client, pacing, store };
  const rotation = new SecretRotation({ ...own, maxAgeMs: config.secretMaxAgeMs, wallClock: Date.now });
  return rotationLoop(parts, rotation, stopping);
}

function noRotation({ config, log }: RunParts): null {
  if (config.secretMaxAgeMs > 0) {
    log.info(
      'the agent secret is not rotated: it comes from the environment, which the agent can not change',
    );
  }
  return null;
}

/** A minted agent tells its public key before it claims: data keys are sealed to it. */
async function registerKey(parts: LoopParts, identity: AgentIdentity, stopping: AbortSignal): Promise<void> {
  for (let failures = 0; identity.keyIsNew && !stopping.aborted; failures += 1) {
    try {
      await parts.client.registerPublicKey(identity.keys.publicKeyBase64, stopping);
      return;
    } catch (error) {
      if (stopping.aborted) return;
      parts.refusals.failed(error);
      parts.log.warn('registering the public key failed', failureFields(error));
      const wait = askedToWait(error) ?? backoffDelay(failures, REGISTER_BACKOFF, parts.pacing.random);
      await parts.pacing.sleep(wait, stopping);
    }
  }
}

async function drain({ log, pacing, running }: LoopParts): Promise<void> {
  if (running.size > 0) log.info('waiting for running jobs', { jobs: running.size });
  const waited = new AbortController();
  await Promise.race([running.idle(), pacing.sleep(DRAIN_MS, waited.signal)]);
  waited.abort();
  // What is still under way is let go: its lease lapses and another agent takes it.
  if (running.size > 0) log.warn('jobs were left unfinished', { jobs: running.size });
}
