import { decodeJwt, decodeProtectedHeader } from 'jose';
import { ASYMMETRIC_ALGORITHMS } from '../../asymmetric-algorithms.js';

/** What a token says of itself; nobody has verified it. */
export interface UnverifiedToken {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
  /** What is signed, header and claims: another signature of the same makes no other token. */
  readonly signed: string;
}

/** Access, logout and other tokens have types of their own (RFC 8725 §3.11). */
const TYPES: readonly unknown[] = [undefined, 'jwt'];

/** What no database takes as text, and no issuer writes. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused
const UNPRINTABLE = /[\u0000-\u001f\u007f\p{Surrogate}]/u;

/**
 * Reads a token without verifying it. Null when it is no JWS of a kind that could ever be accepted: whoever asks without
 * a signature by a private key causes no further work (RFC 8725 §3.1).
 */
export function readToken(jwt: string): UnverifiedToken | null {
  try {
    const { alg, typ } = decodeProtectedHeader(jwt);
    const claims = decodeJwt(jwt);
    if (typeof alg !== 'string' || !ASYMMETRIC_ALGORITHMS.includes(alg)) return null;
    if (!TYPES.includes(typeof typ === 'string' ? typ.toLowerCase() : typ)) return null;
    if (!isLine(claims.iss) || !isLine(claims.sub)) return null;
    const audiences = textsOf(claims.aud);
    return { issuer: claims.iss, audiences, claims, signed: jwt.slice(0, jwt.lastIndexOf('.')) };
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
