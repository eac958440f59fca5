import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import { authOptions } from '../testing/auth-world.js';
import { LoginTokens } from './login-tokens.js';

const key = Buffer.from(authOptions().jwt.secret.reveal());
const claims = {
  userId: '01900000-0000-7000-8000-000000000001',
  sessionId: '01900000-0000-7000-8000-000000000002',
  issuedAt: 1_700_000_000,
  expiresAt: 1_700_028_800,
};

/** Returns a token like ours, except for the changes. */
async function token(changes: {
  header?: JWTHeaderParameters;
  payload?: Record<string, unknown>;
  key?: Parameters<SignJWT['sign']>[0];
}): Promise<string> {
  const payload = {
    sub: claims.userId,
    sid: claims.sessionId,
    iat: claims.issuedAt,
    exp: claims.expiresAt,
    iss: 'countersign',
    aud: 'countersign-api',
    ...changes.payload,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...changes.header })
    .sign(changes.key ?? key);
}

describe('LoginTokens', () => {
  const tokens = new LoginTokens(authOptions());

  it('verifies a token that it signed', async () => {
    expect(await tokens.read(await tokens.sign(claims))).toEqual(claims);
    expect(await tokens.read(await token({}))).toEqual(claims);
  });

  it.each([
    ['another issuer', { payload: { iss: 'elsewhere' } }],
    ['no issuer', { payload: { iss: undefined } }],
    ['another audience', { payload: { aud: 'elsewhere' } }],
    ['no audience', { payload: { aud: undefined } }],
    ['no expiry', { payload: { exp: undefined } }],
    ['no time of issue', { payload: { iat: undefined } }],
    ['no session', { payload: { sid: undefined } }],
    ['a session that is no UUID', { payload: { sid: "' OR 1=1 --" } }],
    ['no subject', { payload: { sub: undefined } }],
    ['another type', { header: { alg: 'HS256', typ: 'logout+jwt' } }],
    ['no type', { header: { alg: 'HS256', typ: undefined } }],
    ['a key address', { header: { alg: 'HS256', jku: 'https://attacker.example/keys' } }],
    ['a key of its own', { header: { alg: 'HS256', jwk: { kty: 'oct', k: key.toString('base64url') } } }],
    ['a key id', { header: { alg: 'HS256', kid: '../../dev/null' } }],
    ['another key', { key: Buffer.alloc(32, 8) }],
    ['HS512 under our secret', { header: { alg: 'HS512' } }],
  ])('rejects a token with %s', async (_, changes) => {
    expect(await tokens.read(await token(changes))).toBeNull();
  });

  it('rejects an unsigned token, an RS256 token, and a truncated or changed signature', async () => {
    const unsigned = new UnsecuredJWT({ sid: claims.sessionId })
      .setSubject(claims.userId)
      .setIssuedAt(claims.issuedAt)
      .setExpirationTime(claims.expiresAt)
      .setIssuer('countersign')
      .setAudience('countersign-api')
      .encode();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const good = await tokens.sign(claims);
    const flipped = good.slice(0, -2) + (good.at(-2) === 'A' ? 'B' : 'A') + good.at(-1);
    const refused = [
      unsigned,
      await token({ header: { alg: 'RS256' }, key: privateKey }),
      good.slice(0, good.lastIndexOf('.') + 1),
      flipped,
      '',
      'a.b.c',
    ];
    expect(await Promise.all(refused.map((text) => tokens.read(text)))).toEqual(refused.map(() => null));
  });
});
