import { type ErrorMeaning, STORE_ERRORS } from '../drivers/store-errors.js';

/** Error codes of failures of the job or the agent itself, as sent to the control plane. */
export const JOB_FAILURES = {
  connection_disabled: {
    meaning: 'The connection was disabled after the request was approved.',
    action: 'Enable the connection, and ask again.',
  },
  connection_changed: {
    meaning: 'The connection’s type, cluster or scope changed after the request was submitted.',
    action: 'Ask again: approvers decide on what it is now.',
  },
  connection_missing: {
    meaning: 'The connection was deleted after the request was approved.',
    action: 'Ask again by another connection.',
  },
  job_kind_unsupported: {
    meaning: 'This agent can not do jobs of that kind.',
    action: 'Use a newer agent.',
  },
  job_malformed: {
    meaning: 'The job lacks what its kind needs.',
    action: 'Use an agent and a service of the same release; look for what changes answers between them.',
  },
  wrap_unavailable: {
    meaning: 'The value to be written was taken, has expired or was destroyed.',
    action: 'Ask again with the value.',
  },
  value_too_large: STORE_ERRORS.value_too_large,
  envelope_invalid: {
    meaning:
      'What came sealed does not open: the agent’s key changed meanwhile, or something stands between.',
    action: 'Ask again; if it stays so, enroll the agent anew.',
  },
  internal_error: {
    meaning: 'A fault of the agent itself.',
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
