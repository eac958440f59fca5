import type { FactorKind } from './mfa-factors.store.js';

/** A step-up challenge as the caller gets to see it. */
export interface OpenedChallenge {
  readonly challengeId: string;
  readonly kind: FactorKind;
  readonly expiresAt: Date;
  /** The factors that may answer it. */
  readonly factors: readonly { readonly id: string; readonly label: string }[];
  /** What the browser's authenticator is asked (PublicKeyCredentialRequestOptionsJSON); of webauthn only. */
  readonly options?: object;
}
