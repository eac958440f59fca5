import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/audit';
import type { Tx } from '#libs/database';
import { type Job, type JobHooks, JobKinds, type SkippedNames } from '#libs/jobs';
import { DiscoveryFinisher } from './discovery-finisher.js';
import { DiscoveryRunStore } from './discovery-runs.store.js';

/** Ends a discovery run when its job succeeds or fails. */
@Injectable()
export class DiscoveryJobHooks implements JobHooks, OnModuleInit {
  constructor(
    private readonly kinds: JobKinds,
    private readonly runs: DiscoveryRunStore,
    private readonly finish: DiscoveryFinisher,
  ) {}

  onModuleInit(): void {
    this.kinds.register('discover', this);
  }

  /** Ends the job's run; no effect when the source has another run by now. */
  async succeeded(tx: Tx, job: Job, skipped: SkippedNames | null): Promise<void> {
    const source = await this.runs.ofJob(tx, job);
    if (source) await this.finish.succeed(tx, source, finishedBy(job, reporterOf(job)), skipped);
  }

  /** Ends the job's run as failed; no effect when the source has another run by now. */
  async failed(tx: Tx, job: Job, error: string): Promise<void> {
    const source = await this.runs.ofJob(tx, job);
    if (!source) return;
    const kind = job.agentId === null ? error : 'agent_reported';
    await this.finish.fail(tx, source, finishedBy(job, reporterOf(job)), error, kind);
  }
}

function finishedBy(job: Job, actor: Actor) {
  return { jobId: job.id, attempt: job.attempt, actor, correlationId: job.correlationId };
}

/** Returns the agent that reported, or the queue if it ended the job. */
function reporterOf(job: Job): Actor {
  return job.agentId === null ? 'system:job_queue' : `agent:${job.agentId}`;
}
