import { answersChallenge } from './code-challenge.js';

/** What a sign-in was begun with. */
export interface Begun {
  /** S256 (RFC 7636). */
  readonly challenge: string;
  /** Null: nothing brings a code back, a person types the user code instead. */
  readonly redirectUri: string | null;
}

/** What the person decided. */
export type Decided =
  | { readonly refused: true }
  | {
      readonly refused: false;
      /** Of the code that the redirect carries; null without a redirect. */
      readonly codeHash: string | null;
    };

/** What whoever asks for the token brings. */
export interface Claim {
  readonly verifier: string;
  readonly codeHash: string | null;
}

/**
 * - `gone`: unknown, expired or used
 * - `mismatched`: whoever asks is not who began it, or the code is not that of the redirect
 * - `allowed`: the token may be given, once
 */
export type Standing = 'gone' | 'mismatched' | 'pending' | 'refused' | 'allowed';

/** Returns how a sign-in stands for whoever asks for its token. Nobody is told more than `mismatched` without the verifier. */
export function standingOf(begun: Begun | null, decided: Decided | null, claim: Claim): Standing {
  if (begun === null) return 'gone';
  if (!answersChallenge(claim.verifier, begun.challenge)) return 'mismatched';
  if (decided === null) return claim.codeHash === null ? 'pending' : 'mismatched';
  if (decided.refused) return 'refused';
  return decided.codeHash === claim.codeHash ? 'allowed' : 'mismatched';
}
