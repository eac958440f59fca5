import { describe, expect, it } from '@jest/globals';
import { answersChallenge } from './code-challenge.js';

// RFC 7636 Appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('a PKCE code challenge', () => {
  it('matches its verifier', () => expect(answersChallenge(VERIFIER, CHALLENGE)).toBe(true));

  it.each([
    ['the challenge itself, as under "plain"', CHALLENGE, CHALLENGE],
    ['another verifier', VERIFIER.replace('d', 'e'), CHALLENGE],
    ['a verifier in other case', VERIFIER.toUpperCase(), CHALLENGE],
    ['a verifier that is too short', VERIFIER.slice(1), CHALLENGE],
    ['a verifier that is too long', VERIFIER.repeat(3), CHALLENGE],
    ['no verifier', '', CHALLENGE],
    ['no challenge', VERIFIER, ''],
    ['a padded challenge', VERIFIER, `${CHALLENGE}=`],
  ])('does not match %s', (_, verifier, challenge) =>
    expect(answersChallenge(verifier, challenge)).toBe(false),
  );
});
