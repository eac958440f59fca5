import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { JobEnd } from './domain/job-ends.js';
import type { Job, JobKind, JobWrap, SkippedNames } from './job.js';

/** Why a job ends instead of being claimed. Its owner has applied the request's transition already. */
export type JobRefusal = Extract<
  JobEnd,
  'request_ended' | 'connection_changed' | 'secret_bound_to_prod' | 'wrap_consumed' | 'wrap_expired'
>;

/**
 * The hooks of the owner of a job kind. Each runs in the transaction that changes the job's status, and must not call the
 * network. Without a hook, one statement carries out the whole change.
 */
export interface JobHooks {
  /**
   * Called before the job is assigned. Returns the wraps for the agent, or a refusal: the owner has then applied the request's
   * transition, the job fails with that code, and `failed` is not called.
   */
  claimed?(tx: Tx, job: Job): Promise<{ readonly wraps: readonly JobWrap[] } | JobRefusal>;
  /**
   * The same decision in SQL for the common case, as part of the claiming statement. Selects the `id` of the row of `next`
   * (id, kind, request_id) for which `claimed` would change nothing and return no wraps, and takes the locks of `claimed`.
   * For a row that is not selected, `claimed` is called.
   */
  readonly claimable?: string;
  /**
   * Called when the agent reports success. May throw `job_incomplete`, which leaves the job claimed.
   * @param skipped null from an agent that does not report it
   */
  succeeded?(tx: Tx, job: Job, skipped: SkippedNames | null): Promise<void>;
  /** Called when the job failed. `error` is the agent's sanitized text, `lease_exhausted`, or `connection_deleted`. */
  failed?(tx: Tx, job: Job, error: string): Promise<void>;
}

/** Registry of job kinds: their owners register at module init, so that the queue depends on none of them. */
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

  /** Returns the owners' `claimable` queries, without duplicates. */
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
