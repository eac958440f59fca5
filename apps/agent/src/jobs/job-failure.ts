/** A job that can't succeed for a reason of its own; the code is what the control plane is told. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';

  constructor(
    readonly code:
      | 'connection_disabled'
      | 'connection_missing'
      | 'job_kind_unsupported'
      | 'job_malformed'
      | 'wrap_unavailable'
      | 'value_too_large',
  ) {
    super(code);
  }
}
