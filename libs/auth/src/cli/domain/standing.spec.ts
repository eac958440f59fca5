import { describe, expect, it } from '@jest/globals';
import { type Begun, type Claim, type Decided, type Standing, standingOf } from './standing.js';

// RFC 7636 Appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const OTHER = VERIFIER.replace('d', 'e');
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const BY_REDIRECT: Begun = { challenge, redirectUri: 'http://127.0.0.1:41234/' };
const BY_DEVICE: Begun = { challenge, redirectUri: null };
const REFUSED: Decided = { refused: true };
const ALLOWED: Decided = { refused: false, codeHash: 'hash' };
const ALLOWED_ON_A_DEVICE: Decided = { refused: false, codeHash: null };

describe('a sign-in at the token request', () => {
  it.each<[string, Begun | null, Decided | null, Claim, Standing]>([
    ['that is unknown', null, null, { verifier: VERIFIER, codeHash: null }, 'gone'],
    ['that expired after it was allowed', null, ALLOWED, { verifier: VERIFIER, codeHash: 'hash' }, 'gone'],
    ['nobody decided', BY_REDIRECT, null, { verifier: VERIFIER, codeHash: null }, 'pending'],
    ['nobody decided on a device', BY_DEVICE, null, { verifier: VERIFIER, codeHash: null }, 'pending'],
    ['nobody decided, by another', BY_DEVICE, null, { verifier: OTHER, codeHash: null }, 'mismatched'],
    ['nobody decided, by a code', BY_REDIRECT, null, { verifier: VERIFIER, codeHash: 'hash' }, 'mismatched'],
    ['that was refused', BY_REDIRECT, REFUSED, { verifier: VERIFIER, codeHash: null }, 'refused'],
    ['that was refused, by another', BY_REDIRECT, REFUSED, { verifier: OTHER, codeHash: null }, 'mismatched'],
    ['that was allowed', BY_REDIRECT, ALLOWED, { verifier: VERIFIER, codeHash: 'hash' }, 'allowed'],
    [
      'that was allowed, by another',
      BY_REDIRECT,
      ALLOWED,
      { verifier: OTHER, codeHash: 'hash' },
      'mismatched',
    ],
    [
      'that was allowed, by no code',
      BY_REDIRECT,
      ALLOWED,
      { verifier: VERIFIER, codeHash: null },
      'mismatched',
    ],
    [
      'that was allowed, by a wrong code',
      BY_REDIRECT,
      ALLOWED,
      { verifier: VERIFIER, codeHash: 'x' },
      'mismatched',
    ],
    [
      'that was allowed on a device',
      BY_DEVICE,
      ALLOWED_ON_A_DEVICE,
      { verifier: VERIFIER, codeHash: null },
      'allowed',
    ],
    [
      'that was allowed on a device, by another',
      BY_DEVICE,
      ALLOWED_ON_A_DEVICE,
      { verifier: OTHER, codeHash: null },
      'mismatched',
    ],
    [
      'that was allowed on a device, by a code',
      BY_DEVICE,
      ALLOWED_ON_A_DEVICE,
      { verifier: VERIFIER, codeHash: 'x' },
      'mismatched',
    ],
  ])('%s', (_, begun, decided, claim, expected) => expect(standingOf(begun, decided, claim)).toBe(expected));
});
