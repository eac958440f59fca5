import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type JWTVerifyResult, jwtVerify, SignJWT } from 'jose';
import { AuthOptions } from '../auth-options.js';

const ALGORITHM = 'HS256';
const TYPE = 'JWT';
const ISSUER = 'countersign';
const AUDIENCE = 'countersign-api';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEADER = new Set(['alg', 'typ']);

/** The session that a login token names, and its times in seconds since 1970. */
export interface LoginTokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Signs and verifies login tokens: JWTs of one algorithm, type, issuer and audience (D7). */
@Injectable()
export class LoginTokens {
  private readonly key: KeyObject;

  constructor(options: AuthOptions) {
    this.key = createSecretKey(options.jwt.secret.reveal());
  }

  async sign(claims: LoginTokenClaims): Promise<string> {
    return new SignJWT({ sid: claims.sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setSubject(claims.userId)
      .setIssuedAt(claims.issuedAt)
      .setExpirationTime(claims.expiresAt)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .sign(this.key);
  }

  /**
   * Returns the claims of a token with a valid signature, or null. Does not check `expiresAt`: the caller compares it with
   * the database's clock, which decides every expiry (D6).
   */
  async read(token: string): Promise<LoginTokenClaims | null> {
    try {
      return claimsOf(
        await jwtVerify(token, this.key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'sid', 'iat', 'exp'],
          currentDate: new Date(0),
        }),
      );
    } catch {
      return null;
    }
  }
}

/** Rejects header parameters that could select another key or algorithm (jku, jwk, x5u, kid, crit). */
function claimsOf({ payload, protectedHeader }: JWTVerifyResult): LoginTokenClaims | null {
  if (Object.keys(protectedHeader).some((name) => !HEADER.has(name))) return null;
  const { sub, sid, iat, exp } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string' || iat === undefined || exp === undefined)
    return null;
  if (!UUID.test(sub) || !UUID.test(sid)) return null;
  return { userId: sub, sessionId: sid, issuedAt: iat, expiresAt: exp };
}
