/** Every way a job can fail for a reason of its own or the agent's; the code is what the control plane is told. */
export const JOB_FAILURE_CODES = [
  'connection_disabled',
  'connection_changed',
  'connection_missing',
  'job_kind_unsupported',
  'job_malformed',
  'wrap_unavailable',
  'value_too_large',
  'envelope_invalid',
  'internal_error',
] as const;

/** A job that can't succeed. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';

  constructor(readonly code: (typeof JOB_FAILURE_CODES)[number]) {
    super(code);
  }
}
