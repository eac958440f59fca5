import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';

/** The size of a public key, of a private key and of the shared secret (RFC 7748 §5). */
const X25519_BYTES = 32;

/** The u-coordinate 9 (RFC 7748 §4.1). */
const basePoint = importX25519(Buffer.from([9, ...Array<number>(X25519_BYTES - 1).fill(0)]));

/**
 * Returns the shared secret of an X25519 exchange (RFC 7748 §6.1), which the caller wipes. Returns null for a public key
 * of another length or of low order: its shared secret is all zeros, which RFC 9180 §7.1.4 requires to be rejected.
 */
export function agreeX25519(privateKey: KeyObject, publicKey: Uint8Array): Buffer | null {
  if (publicKey.length !== X25519_BYTES) return null;
  try {
    const secret = diffieHellman({ privateKey, publicKey: importX25519(publicKey) });
    // OpenSSL rejects an all-zero secret, too; this does not rely on it.
    return secret.every((byte) => byte === 0) ? null : secret;
  } catch {
    return null;
  }
}

/**
 * Returns the 32 bytes of the public key that belongs to a private key (RFC 7748 §6.1, RFC 9180 §7.1.1).
 *
 * It is computed, not exported. While Node.js exports a key as JWK, a garbage collection can free the job that generated the
 * key, which waits for the lock that the export holds: the process would hang forever.
 */
export function x25519PublicBytes(privateKey: KeyObject): Buffer {
  return diffieHellman({ privateKey, publicKey: basePoint });
}

// As JWK (RFC 8037 §2): OpenSSL reads the raw bytes, while DER passes through its decoders, ten times slower.
function importX25519(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}
