export type JobStatus = 'queued' | 'claimed' | 'succeeded' | 'failed';

/**
 * `claim` takes a queued job or one whose lease has expired; `exhaust` fails it after the last attempt; `release` requeues a
 * revoked agent's job; `end` fails a job whose request or connection has ended.
 */
export type JobEvent = 'claim' | 'exhaust' | 'succeed' | 'fail' | 'release' | 'end';

/** Maximum number of claims of a job (D54). */
export const MAX_ATTEMPTS = 5;

/** The state machine (D54). Anything else is impossible; succeeded and failed are terminal. */
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

/** Returns the status after the event, or null when the current status does not allow it. */
export function transition(status: JobStatus, event: JobEvent): JobStatus | null {
  return JOB_TRANSITIONS[status][event] ?? null;
}
