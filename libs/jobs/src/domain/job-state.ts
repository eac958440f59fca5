export type JobStatus = 'queued' | 'claimed' | 'succeeded' | 'failed';

/**
 * `claim` takes a queued job or one whose lease has expired; `exhaust` gives up after the last attempt; `release` puts a
 * revoked agent's job back; `end` fails a job whose request or connection has ended.
 */
export type JobEvent = 'claim' | 'exhaust' | 'succeed' | 'fail' | 'release' | 'end';

/** A job is tried at most this often (D54). */
export const MAX_ATTEMPTS = 5;

/** The state machine (D54). What is not in it does not happen; succeeded and failed never move. */
export const JOB_TRANSITIONS: Readonly<Record<JobStatus, Readonly<Partial<Record<JobEvent, JobStatus>>>>> = {
  queued: { claim: 'claimed', exhaust: 'failed', end: 'failed' },
  claimed: {
    claim: 'claimed',
    exhaust: 'failed',
    succeed: 'succeeded',
    fail: 'failed',
    release: 'queued',
    end: 'failed',
  },
  succeeded: {},
  failed: {},
};

/** Returns the status that the event leads to, or null when it can't happen in this one. */
export function transition(status: JobStatus, event: JobEvent): JobStatus | null {
  return JOB_TRANSITIONS[status][event] ?? null;
}
