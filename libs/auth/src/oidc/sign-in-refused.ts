/** Why a callback is refused; the browser is never told. */
export type OidcRefusal =
  /** No such flow: unknown or spent state, or another browser. */
  | 'flow_unknown'
  /** The provider answered with an error. */
  | 'provider_refused'
  /** The provider could not be asked, or answered with nonsense. */
  | 'provider_unavailable'
  | 'token_invalid'
  | 'user_disabled'
  /** A step-up came back as somebody else (D81). */
  | 'subject_mismatch'
  | 'session_ended';

/** Ends a callback; caught by the service that runs it, which audits the refusal. */
export class SignInRefused extends Error {
  /**
   * @param detail a word of the protocol or of the library, never a value that was sent
   */
  constructor(
    readonly refusal: OidcRefusal,
    readonly detail: string | null = null,
    readonly userId: string | null = null,
  ) {
    super(refusal);
  }
}
