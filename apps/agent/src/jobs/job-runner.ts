import { EnvelopeError } from '#libs/agent-protocol';
import { continueTrace } from '#libs/tracing';
import type { AgentLog } from '../agent-log.js';
import type { AgentMetrics, JobResult } from '../runtime/agent-metrics.js';
import { ApiError } from '../control-plane/api-error.js';
import type { ControlPlaneClient, JobOutcome } from '../control-plane/control-plane-client.js';
import type { Job } from '../control-plane/job.js';
import { DiscoveryNotes } from '../drivers/discovery-notes.js';
import { StoreError } from '../drivers/store-error.js';
import type { Stores } from '../drivers/stores.js';
import type { AgentIdentity } from '../identity/agent-identity.js';
import type { Clock } from '../clock.js';
import { retrying } from '../retrying.js';
import { runDiscoverJob } from './discover-job.js';
import { JOB_RETRY, type JobContext } from './job-context.js';
import { JobFailure } from './job-failure.js';
import { runPatchJob } from './patch-job.js';
import { runReadJob } from './read-job.js';

export interface JobRunnerParts {
  client: ControlPlaneClient;
  identity: AgentIdentity;
  stores: Stores;
  clock: Clock;
  log: AgentLog;
  metrics: AgentMetrics;
}

const HANDLERS = new Map<string, (context: JobContext) => Promise<void>>([
  ['read', runReadJob],
  ['patch', runPatchJob],
  ['discover', runDiscoverJob],
  ['connectivity_check', ({ notes, store }) => store.check(notes)],
]);

/** Runs a claimed job and reports its outcome. */
export class JobRunner {
  constructor(private readonly parts: JobRunnerParts) {}

  /** Never rejects: a job whose outcome can't be reported is queued again when its lease expires. */
  run(job: Job, signal: AbortSignal): Promise<void> {
    return continueTrace({ traceparent: job.traceparent }, () => this.#run(job, signal));
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const { log, metrics, clock } = this.parts;
    const began = clock.now();
    const kind = HANDLERS.has(job.kind) ? job.kind : 'other';
    const fields = { job_id: job.id, kind, correlation_id: job.correlationId };
    log.info('job started', { ...fields, attempt: job.attempt });
    const notes = new DiscoveryNotes();
    const outcome = await this.#perform(job, notes, signal).then(
      (): JobOutcome => ({
        status: 'succeeded',
        ...(job.kind === 'discover' && notes.hasSkipped ? { skipped: notes.skipped } : {}),
      }),
      (error: unknown) => {
        this.#logRefusal(job, error);
        return outcomeOf(error);
      },
    );
    this.#logNotes(job, notes);
    const result = outcome === null ? 'lost' : await this.#report(job, outcome, signal);
    metrics.jobEnded(kind, result, (clock.now() - began) / 1000, outcome?.error ?? null);
    log.info('job ended', { ...fields, result, error: outcome?.error ?? null });
  }

  async #perform(job: Job, notes: DiscoveryNotes, signal: AbortSignal): Promise<void> {
    if (job.providerError !== null)
      throw new JobFailure(
        job.providerError === 'connection_changed' ? 'connection_changed' : 'connection_disabled',
      );
    if (!job.connection) throw new JobFailure('connection_missing');
    const perform = HANDLERS.get(job.kind);
    if (!perform) throw new JobFailure('job_kind_unsupported');
    const { client, identity, clock, stores } = this.parts;
    const store = await stores.open(job.connection, signal);
    await perform({ job, store, client, identity, clock, notes, signal });
  }

  /** Logs what the store refused for the agent's operator: the control plane receives only the code. */
  #logRefusal(job: Job, error: unknown): void {
    if (!(error instanceof StoreError) || error.requested === null) return;
    const { code, requested } = error;
    this.parts.log.warn('the store refused the request', { job_id: job.id, code, requested });
  }

  #logNotes(job: Job, { hasSkipped, refused, skipped }: DiscoveryNotes): void {
    const { log } = this.parts;
    for (const requested of refused)
      log.warn('discovery skips a refused request', { job_id: job.id, requested });
    if (!hasSkipped) return;
    const counts = { skipped_secrets: skipped.secrets, skipped_keys: skipped.keys };
    log.warn('names that cannot be reported were skipped', { job_id: job.id, ...counts });
  }

  async #report(job: Job, outcome: JobOutcome, signal: AbortSignal): Promise<JobResult> {
    const { client, log, clock } = this.parts;
    try {
      // Completing again with the same status succeeds, so it is retried when a response was lost (D54).
      await retrying(() => client.complete(job, outcome, signal), JOB_RETRY, clock, signal);
      return outcome.status;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'internal_error';
      log.warn('reporting the outcome failed', { job_id: job.id, code });
      return 'lost';
    }
  }
}

/**
 * Returns null if the job no longer belongs to this agent, or the control plane can't be reached: then the lease expires.
 * Errors that aren't ours are logged by name only, because their messages may contain input.
 */
function outcomeOf(error: unknown): JobOutcome | null {
  if (error instanceof ApiError) {
    const lost = error.retryable || error.unauthorized || LOST_CODES.has(error.code);
    return lost ? null : { status: 'failed', error: error.code };
  }
  if (error instanceof StoreError || error instanceof JobFailure)
    return { status: 'failed', error: error.code };
  const { code } = new JobFailure(error instanceof EnvelopeError ? 'envelope_invalid' : 'internal_error');
  return { status: 'failed', error: code };
}

const LOST_CODES = new Set(['job_not_claimed', 'job_not_found']);
