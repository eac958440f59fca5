import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Job, JobKind, JobWrap } from './job.js';

/** Why a job ends instead of being handed out. Its owner has settled the request by then. */
export type JobRefusal = 'request_ended' | 'wrap_consumed' | 'wrap_expired';

/**
 * What the owner of a job kind does as its jobs move, in the transaction that moves them. None may call the network.
 */
export interface JobHooks {
  /**
   * The job is about to be handed out: gives the wraps that wait for the agent, or a refusal. A refusing owner has
   * moved the request already; the job then ends as failed with that word, and `failed` is not called.
   */
  claimed?(tx: Tx, job: Job): Promise<{ readonly wraps: readonly JobWrap[] } | JobRefusal>;
  /** The agent is done. May throw `job_incomplete`, which leaves the job claimed. */
  succeeded(tx: Tx, job: Job): Promise<void>;
  /** The job failed: `error` is the agent's text, sanitized, or `lease_exhausted`, or `connection_deleted`. */
  failed(tx: Tx, job: Job, error: string): Promise<void>;
}

/** Who owns which kind of job. Owners register at module init, so that the queue knows none of them. */
@Injectable()
export class JobKinds {
  private readonly hooks = new Map<JobKind, JobHooks>();

  /** @throws Error when the kind has an owner already */
  register(kind: JobKind, hooks: JobHooks): void {
    if (this.hooks.has(kind)) throw new Error(`Jobs of kind ${kind} have an owner already.`);
    this.hooks.set(kind, hooks);
  }

  /** @throws Error when nobody registered the kind */
  of(kind: JobKind): JobHooks {
    const hooks = this.hooks.get(kind);
    if (!hooks) throw new Error(`Jobs of kind ${kind} have no owner.`);
    return hooks;
  }
}
