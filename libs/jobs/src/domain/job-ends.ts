/** Error texts of jobs that the service ends, or whose agent gave no reason, with what to do about each. */
export const JOB_ENDS = {
  lease_exhausted: {
    meaning: 'The job was claimed five times, and each time its agent stopped reporting.',
    action:
      "Check the agent's log for crashes or a lost connection to the control plane; then submit the request again.",
  },
  request_ended: {
    meaning: 'The request was cancelled, or expired before an agent claimed the job.',
    action:
      'If it was not cancelled, check that an agent of the connection is running; then submit the request again.',
  },
  connection_changed: {
    meaning: "The connection's type, cluster or scope changed after the request was submitted.",
    action: 'Submit the request again, so that approvers decide on the current connection.',
  },
  secret_bound_to_prod: {
    meaning: 'The secret was bound to a prod environment after the request was submitted for another one.',
    action: 'Submit the request again for the prod environment.',
  },
  connection_deleted: {
    meaning: 'The connection was deleted while the job was queued.',
    action: 'Submit the request again with another connection.',
  },
  wrap_consumed: {
    meaning: 'An agent retrieved the value of a patch, and then stopped reporting.',
    action: 'Check in the store whether it was written; if not, submit the request again with the value.',
  },
  wrap_expired: {
    meaning: 'The value of a patch or a cross-team request expired before an agent retrieved it.',
    action: 'Check that an agent of the connection is running; then submit the request again with the value.',
  },
  discovery_stale: {
    meaning: "The discovery did not end within twice the connection's interval.",
    action:
      'Check that an agent of the connection is running and can list the store; the next run starts automatically.',
  },
  unspecified: {
    meaning: 'The agent reported a failure without a reason.',
    action: "Check the agent's log; the reference agent always gives a reason.",
  },
} as const satisfies Record<string, { readonly meaning: string; readonly action: string }>;

export type JobEnd = keyof typeof JOB_ENDS;

export const LEASE_EXHAUSTED = 'lease_exhausted' satisfies JobEnd;
