import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { LabeledHkdf } from './labeled-hkdf.js';
import { PublicKeyInvalidError, EnvelopeError } from './agent-protocol.errors.js';
import { agreeX25519, x25519PublicBytes } from './x25519.js';

const SECRET_BYTES = 32;
const NO_SALT = Buffer.alloc(0);

/** suite_id of the KEM: "KEM" || I2OSP(kem_id, 2) (RFC 9180 §4.1, §7.1). */
const hkdf = new LabeledHkdf(Buffer.from('KEM\x00\x20', 'latin1'));

/** The recipient's private key and the matching public key, 32 bytes. */
export interface X25519Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
}

/**
 * Encap of DHKEM(X25519, HKDF-SHA256) (RFC 9180 §4.1): returns a fresh shared secret, which the caller wipes, and the
 * encapsulated key from which the owner of `publicKey` derives the same.
 *
 * @param ephemeral for published test vectors only; by default each call generates its own key pair
 * @throws PublicKeyInvalidError for another length, and for a public key of low order (§7.1.4)
 */
export function encapsulate(
  publicKey: Uint8Array,
  ephemeral: KeyObject = generateKeyPairSync('x25519').privateKey,
): { sharedSecret: Buffer; enc: Buffer } {
  const dh = agreeX25519(ephemeral, publicKey);
  if (dh === null) throw new PublicKeyInvalidError();
  const enc = x25519PublicBytes(ephemeral);
  return { sharedSecret: extractAndExpand(dh, enc, publicKey), enc };
}

/**
 * Decap (RFC 9180 §4.1): returns the shared secret that belongs to an encapsulated key; the caller wipes it.
 *
 * @throws EnvelopeError for another length, and for a key of low order (§7.1.4)
 */
export function decapsulate(enc: Uint8Array, { privateKey, publicKey }: X25519Pair): Buffer {
  const dh = agreeX25519(privateKey, enc);
  if (dh === null) throw new EnvelopeError();
  return extractAndExpand(dh, enc, publicKey);
}

/** ExtractAndExpand with kem_context = enc || pkRm (RFC 9180 §4.1); wipes `dh`. */
function extractAndExpand(dh: Buffer, enc: Uint8Array, publicKey: Uint8Array): Buffer {
  const prk = hkdf.extract(NO_SALT, 'eae_prk', dh);
  const sharedSecret = hkdf.expand(prk, 'shared_secret', Buffer.concat([enc, publicKey]), SECRET_BYTES);
  prk.fill(0);
  dh.fill(0);
  return sharedSecret;
}
