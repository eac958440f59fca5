/** Error texts of jobs that the service ends, or whose agent gave no reason, with what to do about each. */
export const JOB_ENDS = {
  lease_exhausted: {
    meaning: 'The job was claimed five times, and each time its agent stopped reporting.',
    action: "Look at the agent's log for why it dies or loses the control plane; then ask again.",
  },
  request_ended: {
    meaning: 'Its request was cancelled, or ran out of time before an agent took it.',
    action: 'If it was not cancelled, check that an agent of the connection runs; then ask again.',
  },
  connection_changed: {
    meaning: "The connection's type, cluster or scope changed after the request was submitted.",
    action: 'Ask again: approvers decide on what it is now.',
  },
  secret_bound_to_prod: {
    meaning: 'The secret was bound to a prod environment after the request was submitted for another one.',
    action: 'Ask again for the prod environment.',
  },
  connection_deleted: {
    meaning: 'The connection was deleted while the job waited.',
    action: 'Ask again by another connection.',
  },
  wrap_consumed: {
    meaning: 'The value of a patch was taken by an agent that then was not heard of again.',
    action: 'Look in the store whether it was written; if not, ask again with the value.',
  },
  wrap_expired: {
    meaning: 'The value of a patch or a hand-over expired before an agent took it.',
    action: 'See that an agent of the connection runs; then ask again with the value.',
  },
  discovery_stale: {
    meaning: "The discovery did not end within twice the connection's interval.",
    action: 'See that an agent of the connection runs and can list the store; the next run starts by itself.',
  },
  unspecified: {
    meaning: 'The agent reported a failure without a reason.',
    action: "Look at the agent's log; an agent of this project always gives a reason.",
  },
} as const satisfies Record<string, { readonly meaning: string; readonly action: string }>;

export type JobEnd = keyof typeof JOB_ENDS;

export const LEASE_EXHAUSTED = 'lease_exhausted' satisfies JobEnd;
