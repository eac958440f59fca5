import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { JobEnd } from './domain/job-ends.js';
import type { Job, JobKind, JobWrap, SkippedNames } from './job.js';

/** Why a job ends instead of being handed out. Its owner has settled the request by then. */
export type JobRefusal = Extract<
  JobEnd,
  'request_ended' | 'connection_changed' | 'wrap_consumed' | 'wrap_expired'
>;

/**
 * What the owner of a job kind does as its jobs move, in the transaction that moves them. None may call the network.
 * Where a hook is absent nothing else happens, and one statement does it all.
 */
export interface JobHooks {
  /**
   * The job is about to be handed out: returns the wraps that wait for the agent, or a refusal. A refusing owner has
   * moved the request already; the job then ends as failed with that word, and `failed` is not called.
   */
  claimed?(tx: Tx, job: Job): Promise<{ readonly wraps: readonly JobWrap[] } | JobRefusal>;
  /**
   * The query of the same decision for the common case, part of the statement that claims: it returns `id` of the row
   * of `next` (id, kind, request_id) for which `claimed` would change nothing and give no wraps, and locks what
   * `claimed` locks. A row that it does not give goes to `claimed`.
   */
  readonly claimable?: string;
  /**
   * The agent is done. May throw `job_incomplete`, which leaves the job claimed.
   * @param skipped null from an agent that does not count
   */
  succeeded?(tx: Tx, job: Job, skipped: SkippedNames | null): Promise<void>;
  /** The job failed: `error` is the agent's text, sanitized, or `lease_exhausted`, or `connection_deleted`. */
  failed?(tx: Tx, job: Job, error: string): Promise<void>;
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

  /** Returns the kinds for which the hook is absent. */
  without(hook: 'claimed' | 'succeeded' | 'failed'): JobKind[] {
    return [...this.hooks].filter(([, owner]) => owner[hook] === undefined).map(([kind]) => kind);
  }

  /** Returns the owners' queries of jobs that can be handed out at once, each once. */
  claimable(): string[] {
    const queries = [...this.hooks.values()].map((owner) => owner.claimable);
    return [...new Set(queries.filter((query) => query !== undefined))];
  }

  /** @throws Error when the kind has no owner */
  of(kind: JobKind): JobHooks {
    const hooks = this.hooks.get(kind);
    if (!hooks) throw new Error(`Jobs of kind ${kind} have no owner.`);
    return hooks;
  }
}
