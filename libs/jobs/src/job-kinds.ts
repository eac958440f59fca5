import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { JobEnd } from './domain/job-ends.js';
import type { Job, JobKind, JobWrap, SkippedNames } from './job.js';

/** Why a job ends instead of being handed out. Its owner has moved the request on by then. */
export type JobRefusal = Extract<
  JobEnd,
  'request_ended' | 'connection_changed' | 'wrap_consumed' | 'wrap_expired'
>;

/**
 * What the owner of a job kind does when a job changes its state, in the same transaction; a hook must not call the network.
 * Without a hook, one statement carries out the whole change.
 */
export interface JobHooks {
  /**
   * Called before the job is handed out. Returns the wraps for the agent, or a refusal: then the owner has moved the request
   * on, the job ends as failed with that code, and `failed` is not called.
   */
  claimed?(tx: Tx, job: Job): Promise<{ readonly wraps: readonly JobWrap[] } | JobRefusal>;
  /**
   * The same decision in SQL for the common case, as part of the statement that claims. Selects the `id` of the row of
   * `next` (id, kind, request_id) for which `claimed` would change nothing and return no wraps, and locks what `claimed`
   * locks. For a row that it does not select, `claimed` is called.
   */
  readonly claimable?: string;
  /**
   * Called when the agent reports success. May throw `job_incomplete`, which leaves the job claimed.
   * @param skipped null from an agent that does not count
   */
  succeeded?(tx: Tx, job: Job, skipped: SkippedNames | null): Promise<void>;
  /** Called when the job failed. `error` is the agent's text, sanitized, or `lease_exhausted`, or `connection_deleted`. */
  failed?(tx: Tx, job: Job, error: string): Promise<void>;
}

/** The owners of job kinds, which register at module init, so that the queue depends on none of them. */
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
