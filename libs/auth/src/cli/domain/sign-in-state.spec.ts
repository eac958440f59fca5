import { describe, expect, it } from '@jest/globals';
import {
  type SignInParameters,
  type TokenRequest,
  type SignInDecision,
  type SignInState,
  signInStateOf,
} from './sign-in-state.js';

// RFC 7636 Appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const WRONG_VERIFIER = VERIFIER.replace('d', 'e');
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const BY_REDIRECT: SignInParameters = { challenge, redirectUri: 'http://127.0.0.1:41234/' };
const BY_DEVICE: SignInParameters = { challenge, redirectUri: null };
const REFUSED: SignInDecision = { refused: true };
const ALLOWED: SignInDecision = { refused: false, codeHash: 'hash' };
const ALLOWED_ON_A_DEVICE: SignInDecision = { refused: false, codeHash: null };

describe('the state of a sign-in for a token request', () => {
  it.each<[string, SignInParameters | null, SignInDecision | null, TokenRequest, SignInState]>([
    ['an unknown sign-in', null, null, { verifier: VERIFIER, codeHash: null }, 'gone'],
    [
      'a sign-in that expired after it was allowed',
      null,
      ALLOWED,
      { verifier: VERIFIER, codeHash: 'hash' },
      'gone',
    ],
    [
      'a pending sign-in with a redirect',
      BY_REDIRECT,
      null,
      { verifier: VERIFIER, codeHash: null },
      'pending',
    ],
    ['a pending device sign-in', BY_DEVICE, null, { verifier: VERIFIER, codeHash: null }, 'pending'],
    [
      'a pending sign-in, with a wrong verifier',
      BY_DEVICE,
      null,
      { verifier: WRONG_VERIFIER, codeHash: null },
      'mismatched',
    ],
    [
      'a pending sign-in, with a code',
      BY_REDIRECT,
      null,
      { verifier: VERIFIER, codeHash: 'hash' },
      'mismatched',
    ],
    ['a refused sign-in', BY_REDIRECT, REFUSED, { verifier: VERIFIER, codeHash: null }, 'refused'],
    [
      'a refused sign-in, with a wrong verifier',
      BY_REDIRECT,
      REFUSED,
      { verifier: WRONG_VERIFIER, codeHash: null },
      'mismatched',
    ],
    ['an allowed sign-in', BY_REDIRECT, ALLOWED, { verifier: VERIFIER, codeHash: 'hash' }, 'allowed'],
    [
      'an allowed sign-in, with a wrong verifier',
      BY_REDIRECT,
      ALLOWED,
      { verifier: WRONG_VERIFIER, codeHash: 'hash' },
      'mismatched',
    ],
    [
      'an allowed sign-in, without the code',
      BY_REDIRECT,
      ALLOWED,
      { verifier: VERIFIER, codeHash: null },
      'mismatched',
    ],
    [
      'an allowed sign-in, with a wrong code',
      BY_REDIRECT,
      ALLOWED,
      { verifier: VERIFIER, codeHash: 'x' },
      'mismatched',
    ],
    [
      'an allowed device sign-in',
      BY_DEVICE,
      ALLOWED_ON_A_DEVICE,
      { verifier: VERIFIER, codeHash: null },
      'allowed',
    ],
    [
      'an allowed device sign-in, with a wrong verifier',
      BY_DEVICE,
      ALLOWED_ON_A_DEVICE,
      { verifier: WRONG_VERIFIER, codeHash: null },
      'mismatched',
    ],
    [
      'an allowed device sign-in, with a code',
      BY_DEVICE,
      ALLOWED_ON_A_DEVICE,
      { verifier: VERIFIER, codeHash: 'x' },
      'mismatched',
    ],
  ])('%s', (_, request, decision, token, expected) =>
    expect(signInStateOf(request, decision, token)).toBe(expected),
  );
});
