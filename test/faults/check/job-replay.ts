import {
  type JobEvent,
  type JobStatus,
  MAX_ATTEMPTS,
  transition,
} from '../../../libs/jobs/src/domain/job-state.js';
import { idOf } from './events.js';
import type { AuditRow, JobRow } from './facts.js';

const QUEUE = 'system:job_queue';
/** Why the owner of a job refuses a claim of it (JobRefusal): that claim has taken an attempt. */
const REFUSALS: ReadonlySet<unknown> = new Set(['request_ended', 'wrap_consumed', 'wrap_expired']);

/** Returns whether the event tells of a job that ended as it was claimed. */
export function isRefusedClaim({ actor, action, metadata }: AuditRow): boolean {
  return action === 'job.complete' && actor === QUEUE && REFUSALS.has(metadata.error_kind);
}

/** A job's state while its events are replayed. */
export class JobReplay {
  status: JobStatus | 'new' = 'new';
  attempt = 0;
  private holder: string | null = null;
  private lapsed = false;

  constructor(private readonly row: JobRow) {}

  /**
   * Returns whether an agent holds it under a live lease. The row knows when the last one ends. One of before has a
   * later claim after it, before which its end is recorded: until then nothing else may have ended the job.
   */
  isHeldAt(at: number): boolean {
    if (this.status !== 'claimed' || this.lapsed) return false;
    return this.attempt < this.row.attempt || at < (this.row.lease_ends ?? Infinity);
  }

  /** Applies an event. @returns what is wrong with it, or null */
  take(event: AuditRow): string | null {
    switch (event.action) {
      case 'job.enqueue':
        return this.enqueued();
      case 'job.lease_expired':
        return this.leaseExpired(event);
      case 'job.claim':
        return this.claimed(event);
      case 'job.complete':
        return this.completed(event);
      case 'agent.revoke':
        return this.move('release');
      default:
        return `${event.action} is no move of a job`;
    }
  }

  private enqueued(): string | null {
    const fault = this.status === 'new' ? null : 'was queued again';
    this.status = 'queued';
    return fault;
  }

  private leaseExpired({ metadata }: AuditRow): string | null {
    const due = this.status === 'claimed' && !this.lapsed && metadata.attempt === this.attempt;
    this.lapsed = true;
    return due ? null : `lost the lease of attempt ${String(metadata.attempt)}, which it did not have`;
  }

  private claimed({ actor, metadata }: AuditRow): string | null {
    if (this.status === 'claimed' && !this.lapsed) return 'was claimed while an agent held it';
    if (metadata.attempt !== this.attempt + 1 || this.attempt >= MAX_ATTEMPTS)
      return `was claimed for attempt ${String(metadata.attempt)} after ${this.attempt}`;
    [this.attempt, this.holder] = [this.attempt + 1, actor];
    return this.move('claim');
  }

  private completed(event: AuditRow): string | null {
    const { actor, status, metadata } = event;
    if (isRefusedClaim(event)) this.attempt += 1;
    if (metadata.attempt !== this.attempt)
      return `ended under attempt ${String(metadata.attempt)} in attempt ${this.attempt}`;
    if (!actor.startsWith('agent:')) return this.endedByQueue(event);
    if (actor !== this.holder) return `was ended by ${actor}, and ${this.holder ?? 'nobody'} held it`;
    return this.move(status === 'success' ? 'succeed' : 'fail');
  }

  /** The queue fails a job after its last attempt, and never one that an agent holds. */
  private endedByQueue({ at, metadata }: AuditRow): string | null {
    const exhausted = metadata.error_kind === 'lease_exhausted';
    if (exhausted && this.attempt < MAX_ATTEMPTS) return `was given up after attempt ${this.attempt}`;
    if (this.isHeldAt(at)) return `was ended (${String(metadata.error_kind)}) while an agent held it`;
    if (exhausted !== (this.row.error === 'lease_exhausted'))
      return `ended as ${String(metadata.error_kind)}, and its row says ${this.row.error ?? 'nothing'}`;
    return this.move(exhausted ? 'exhaust' : 'end');
  }

  private move(event: JobEvent): string | null {
    const from = this.status;
    const to = from === 'new' ? null : transition(from, event);
    if (to === null) return `moved by ${event} from ${from}, which the table does not have`;
    [this.status, this.lapsed] = [to, false];
    return null;
  }
}

/** Returns the ids of the jobs that an event moves: that its agent was revoked does, too. */
export function jobsOf(event: AuditRow): readonly string[] {
  if (event.action === 'agent.revoke') return (event.metadata.released_jobs as string[] | undefined) ?? [];
  return event.status !== 'denied' && event.resource?.startsWith('job:') ? [idOf(event)] : [];
}
