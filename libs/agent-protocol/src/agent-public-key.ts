import { createPublicKey, diffieHellman, generateKeyPairSync, type webcrypto } from 'node:crypto';
import { hpkeSuite } from './hpke-suite.js';
import { decodeStrictBase64 } from './strict-base64.js';
import { PublicKeyInvalidError } from './wire.errors.js';

const KEY_BYTES = 32;

/** An agent's X25519 public key that has passed the checks of {@link importAgentPublicKey}. */
export type AgentPublicKey = webcrypto.CryptoKey;

/**
 * Takes an X25519 public key as base64 of its 32 bytes and returns a key that values can be sealed to.
 * Raises PublicKeyInvalidError for other lengths, for base64 that is not canonical and for low-order points,
 * with which every exchange gives the same, public secret (RFC 7748 §6.1, RFC 9180 §7.1.4).
 */
export async function importAgentPublicKey(base64: string): Promise<AgentPublicKey> {
  const bytes = decodeStrictBase64(base64);
  if (bytes === null || bytes.length !== KEY_BYTES || isLowOrder(bytes)) throw new PublicKeyInvalidError();
  return hpkeSuite.DeserializePublicKey(bytes);
}

/**
 * Every X25519 scalar is a multiple of the cofactor 8, so an exchange with any private key gives zero for
 * each low-order point, however it is encoded, and for no other. OpenSSL refuses that zero; so do we.
 */
function isLowOrder(bytes: Buffer): boolean {
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') },
    format: 'jwk',
  });
  try {
    const { privateKey } = generateKeyPairSync('x25519');
    return diffieHellman({ privateKey, publicKey }).every((byte) => byte === 0);
  } catch {
    return true;
  }
}
