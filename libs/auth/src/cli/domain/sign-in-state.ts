import { answersChallenge } from './code-challenge.js';

/** The parameters of a started sign-in. */
export interface SignInParameters {
  /** S256 code challenge (RFC 7636). */
  readonly challenge: string;
  /** Null in the device flow, where the user types a code instead. */
  readonly redirectUri: string | null;
}

/** The user's decision. */
export type SignInDecision =
  | { readonly refused: true }
  | {
      readonly refused: false;
      /** Hash of the code in the redirect; null without a redirect. */
      readonly codeHash: string | null;
    };

/** The parameters of a token request. */
export interface TokenRequest {
  readonly verifier: string;
  readonly codeHash: string | null;
}

/**
 * - `gone`: unknown, expired or used
 * - `mismatched`: the verifier does not match the challenge, or the code is not that of the redirect
 * - `allowed`: the token may be issued, once
 */
export type SignInState = 'gone' | 'mismatched' | 'pending' | 'refused' | 'allowed';

/** Returns the state of a sign-in for a token request. Without the verifier it reveals no more than `mismatched`. */
export function signInStateOf(
  request: SignInParameters | null,
  decision: SignInDecision | null,
  token: TokenRequest,
): SignInState {
  if (request === null) return 'gone';
  if (!answersChallenge(token.verifier, request.challenge)) return 'mismatched';
  if (decision === null) return token.codeHash === null ? 'pending' : 'mismatched';
  if (decision.refused) return 'refused';
  return decision.codeHash === token.codeHash ? 'allowed' : 'mismatched';
}
