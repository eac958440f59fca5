import { type ErrorMeaning, STORE_ERRORS } from '../drivers/store-error-codes.js';

/** Error codes of failures of the job or the agent itself, as sent to the control plane. */
export const JOB_FAILURES = {
  connection_disabled: {
    meaning: 'The connection was disabled after the request was approved.',
    action: 'Enable the connection, and submit the request again.',
  },
  connection_changed: {
    meaning: 'The connection’s type, cluster or scope changed after the request was submitted.',
    action: 'Submit the request again, so that approvers decide on the current connection.',
  },
  connection_missing: {
    meaning: 'The connection was deleted after the request was approved.',
    action: 'Submit the request again with another connection.',
  },
  job_kind_unsupported: {
    meaning: 'The agent does not support jobs of this kind.',
    action: 'Use a newer agent.',
  },
  job_malformed: {
    meaning: 'The job lacks members that its kind requires.',
    action: 'Use agent and service of the same release; check for proxies that modify responses.',
  },
  wrap_unavailable: {
    meaning: 'The value to write was already retrieved, has expired or was destroyed.',
    action: 'Submit the request again with the value.',
  },
  value_too_large: STORE_ERRORS.value_too_large,
  envelope_invalid: {
    meaning:
      'A data key or value could not be decrypted: the agent’s key changed meanwhile, or the message was modified.',
    action: 'Submit the request again; if it still fails, enroll the agent again.',
  },
  internal_error: {
    meaning: 'Internal error of the agent.',
    action: 'Report it with the agent’s version and the log lines of that job.',
  },
} as const satisfies Record<string, ErrorMeaning>;

/** A job that can't succeed. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';

  constructor(readonly code: keyof typeof JOB_FAILURES) {
    super(code);
  }
}
