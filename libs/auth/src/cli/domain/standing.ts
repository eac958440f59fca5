import { answersChallenge } from './code-challenge.js';

/** The parameters of a started sign-in. */
export interface Begun {
  /** S256 code challenge (RFC 7636). */
  readonly challenge: string;
  /** Null in the device flow, where the user types a code instead. */
  readonly redirectUri: string | null;
}

/** The user's decision. */
export type Decided =
  | { readonly refused: true }
  | {
      readonly refused: false;
      /** Hash of the code in the redirect; null without a redirect. */
      readonly codeHash: string | null;
    };

/** The parameters of a token request. */
export interface Claim {
  readonly verifier: string;
  readonly codeHash: string | null;
}

/**
 * - `gone`: unknown, expired or used
 * - `mismatched`: the verifier does not match the challenge, or the code is not that of the redirect
 * - `allowed`: the token may be issued, once
 */
export type Standing = 'gone' | 'mismatched' | 'pending' | 'refused' | 'allowed';

/** Returns the state of a sign-in for a token request. Without the verifier it reveals no more than `mismatched`. */
export function standingOf(begun: Begun | null, decided: Decided | null, claim: Claim): Standing {
  if (begun === null) return 'gone';
  if (!answersChallenge(claim.verifier, begun.challenge)) return 'mismatched';
  if (decided === null) return claim.codeHash === null ? 'pending' : 'mismatched';
  if (decided.refused) return 'refused';
  return decided.codeHash === claim.codeHash ? 'allowed' : 'mismatched';
}
