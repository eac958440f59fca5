import { type JobStatus, transition } from './job-state.js';

/** The facts that decide whether an agent may act on a job. */
export interface JobHolding {
  readonly status: JobStatus;
  /** The agent that holds it, held it last or ended it; null before the first claim, or when the queue ended it. */
  readonly agentId: string | null;
  /** Every agent that ever held it. */
  readonly heldBy: readonly string[];
  /** The fencing number, incremented by each claim. */
  readonly attempt: number;
}

export type Outcome = 'succeeded' | 'failed';

/**
 * Returns whether an agent `holds` a job, `lost` it (another claimed it, it was released, it ended, or the reported attempt
 * is not the current one) or never held it (D54, D80).
 *
 * An expired lease alone does not lose the job until another agent claims it, so that finished work is not repeated.
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

/** Returns the effect of a report: `apply` it, `repeat` an earlier one, or refuse it as `lost` or `never_held`. */
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

/** Returns the job's status after the outcome; only for a job that completion() accepts. */
export function statusAfter(status: JobStatus, outcome: Outcome): JobStatus {
  const next = transition(status, outcome === 'succeeded' ? 'succeed' : 'fail');
  if (next === null) throw new RangeError('This job can not be completed.');
  return next;
}
