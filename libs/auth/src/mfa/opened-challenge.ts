import type { FactorKind } from './mfa-factors.store.js';

/** A new step-up challenge, as returned to the caller. */
export interface OpenedChallenge {
  readonly challengeId: string;
  readonly kind: FactorKind;
  readonly expiresAt: Date;
  /** The factors that can respond to it. */
  readonly factors: readonly { readonly id: string; readonly label: string }[];
  /** PublicKeyCredentialRequestOptionsJSON; for webauthn only. */
  readonly options?: object;
}
