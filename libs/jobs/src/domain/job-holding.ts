import { type JobStatus, transition } from './job-state.js';

/** What decides whether an agent may act on a job. */
export interface JobHolding {
  readonly status: JobStatus;
  /** Who holds it, held it last or ended it; null before the first claim, or when the queue ended it itself. */
  readonly agentId: string | null;
  /** Everyone who ever held it. */
  readonly heldBy: readonly string[];
  /** The fencing number: it grows with each claim. */
  readonly attempt: number;
}

export type Outcome = 'succeeded' | 'failed';

/**
 * Returns whether an agent `holds` a job, `lost` it (another claimed it, it was released, it ended, or the attempt named is
 * not the current one) or never held it (D54, D80).
 *
 * An expired lease alone loses nothing until another agent claims the job: finished work is reported, not done twice.
 */
export function ownership(
  job: JobHolding,
  agentId: string,
  attempt?: number,
): 'holds' | 'lost' | 'never_held' {
  if (!job.heldBy.includes(agentId)) return 'never_held';
  const current = job.status === 'claimed' && job.agentId === agentId;
  return current && (attempt ?? job.attempt) === job.attempt ? 'holds' : 'lost';
}

/** Returns what a completion does: `apply` it, `repeat` one that already counted, or refuse it as `lost` or `never_held`. */
export function completion(
  job: JobHolding,
  agentId: string,
  outcome: Outcome,
  attempt?: number,
): 'apply' | 'repeat' | 'lost' | 'never_held' {
  const held = ownership(job, agentId, attempt);
  if (held !== 'lost') return held === 'holds' ? 'apply' : held;
  const same = job.agentId === agentId && (attempt ?? job.attempt) === job.attempt && job.status === outcome;
  return same ? 'repeat' : 'lost';
}

/** Returns the status that the outcome leads to; only for a job that completion() lets through. */
export function statusAfter(status: JobStatus, outcome: Outcome): JobStatus {
  const next = transition(status, outcome === 'succeeded' ? 'succeed' : 'fail');
  if (next === null) throw new RangeError('This job can not be completed.');
  return next;
}
