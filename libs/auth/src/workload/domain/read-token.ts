import { decodeJwt, decodeProtectedHeader } from 'jose';
import { ASYMMETRIC_ALGORITHMS } from '../../asymmetric-algorithms.js';

/** The contents of a token whose signature is not verified. */
export interface UnverifiedToken {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
  /** The JWS signing input (RFC 7515 §2): with another signature it is still the same token. */
  readonly signingInput: string;
}

/** Accepted types; access, logout and other tokens have types of their own (RFC 8725 §3.11). */
const TYPES: readonly unknown[] = [undefined, 'jwt'];

/** Characters that Postgres can't store as text, or that no issuer uses. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused
const UNPRINTABLE = /[\u0000-\u001f\u007f\p{Surrogate}]/u;

/**
 * Parses a token without verifying it. Null unless it is a JWS that could be accepted: anything else is rejected without
 * further work (RFC 8725 §3.1).
 */
export function readToken(jwt: string): UnverifiedToken | null {
  try {
    const { alg, typ } = decodeProtectedHeader(jwt);
    const claims = decodeJwt(jwt);
    if (typeof alg !== 'string' || !ASYMMETRIC_ALGORITHMS.includes(alg)) return null;
    if (!TYPES.includes(typeof typ === 'string' ? typ.toLowerCase() : typ)) return null;
    if (!isLine(claims.iss) || !isLine(claims.sub)) return null;
    const audiences = textsOf(claims.aud);
    return { issuer: claims.iss, audiences, claims, signingInput: jwt.slice(0, jwt.lastIndexOf('.')) };
  } catch {
    return null;
  }
}

function isLine(claim: unknown): claim is string {
  return typeof claim === 'string' && !UNPRINTABLE.test(claim);
}

function textsOf(audience: unknown): string[] {
  const list: unknown[] = Array.isArray(audience) ? audience : [audience];
  return list.filter((each): each is string => typeof each === 'string');
}
