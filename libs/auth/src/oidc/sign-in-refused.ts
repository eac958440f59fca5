/** Why a callback is refused; recorded in the audit log, not shown to the browser. */
export type OidcRefusal =
  /** Flow not found: unknown or used state, or another browser. */
  | 'flow_unknown'
  /** The provider returned an error. */
  | 'provider_refused'
  /** The provider was unreachable or violated the protocol. */
  | 'provider_unavailable'
  | 'token_invalid'
  | 'user_disabled'
  /** A step-up returned another subject (D81). */
  | 'subject_mismatch'
  | 'session_ended';

/** Aborts a callback. OidcSignIn catches it and records the denial. */
export class SignInRefused extends Error {
  /** @param detail a term of the protocol or the library, never a received value */
  constructor(
    readonly refusal: OidcRefusal,
    readonly detail: string | null = null,
    readonly userId: string | null = null,
  ) {
    super(refusal);
  }
}
