import { decryptGcm, encryptGcm, GCM_NONCE_BYTES, type SecretBytes } from '#libs/secret-bytes';
import { decapsulate, encapsulate, type X25519Pair } from './dhkem-x25519.js';
import { LabeledHkdf } from './labeled-hkdf.js';
import { EnvelopeError } from './agent-protocol.errors.js';

/*
 * HPKE in base mode (RFC 9180) with one suite (D53): DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
 * Each encapsulated key serves one message, so the sequence number is 0 and the nonce is base_nonce (§5.2).
 */

/** The suite's name in responses that carry an HPKE envelope. */
export const HPKE_ALGORITHM = 'HPKE-X25519-HKDF-SHA256-AES-256-GCM';

const KEY_BYTES = 32;
const EMPTY = Buffer.alloc(0);
const MODE_BASE = Uint8Array.of(0);

/** suite_id: "HPKE" || I2OSP(kem_id, 2) || I2OSP(kdf_id, 2) || I2OSP(aead_id, 2) (RFC 9180 §5.1, §7). */
const hkdf = new LabeledHkdf(Buffer.from('HPKE\x00\x20\x00\x01\x00\x02', 'latin1'));

/** Base mode has no pre-shared key, so this part of key_schedule_context is constant (RFC 9180 §5.1). */
const PSK_ID_HASH = hkdf.extract(EMPTY, 'psk_id_hash', EMPTY);

/** What SealBase returns: the encapsulated key (32 bytes), and the ciphertext with its 16-byte tag. */
export interface HpkeMessage {
  readonly enc: Buffer;
  readonly ciphertext: Buffer;
}

/**
 * SealBase (RFC 9180 §6.1): encrypts to an X25519 public key of 32 bytes, with an ephemeral key pair for each message.
 *
 * @throws PublicKeyInvalidError for another length and for a public key of low order
 */
export function sealBase(
  publicKey: Uint8Array,
  info: Uint8Array,
  aad: Uint8Array,
  plaintext: SecretBytes,
): HpkeMessage {
  const { enc, sharedSecret } = encapsulate(publicKey);
  const ciphertext = withKeySchedule(sharedSecret, info, ({ key, nonce }) =>
    encryptGcm({ key, nonce, aad }, plaintext),
  );
  return { enc, ciphertext };
}

/** OpenBase (RFC 9180 §6.1): decrypts {@link sealBase}. @throws EnvelopeError for everything else */
export function openBase(
  { enc, ciphertext }: HpkeMessage,
  pair: X25519Pair,
  info: Uint8Array,
  aad: Uint8Array,
): SecretBytes {
  const plaintext = withKeySchedule(decapsulate(enc, pair), info, ({ key, nonce }) =>
    decryptGcm({ key, nonce, aad }, ciphertext),
  );
  if (plaintext === null) throw new EnvelopeError();
  return plaintext;
}

/** KeySchedule in base mode (RFC 9180 §5.1): runs `use` with key and base_nonce, and wipes both with the shared secret. */
export function withKeySchedule<T>(
  sharedSecret: Buffer,
  info: Uint8Array,
  use: (schedule: { readonly key: Uint8Array; readonly nonce: Uint8Array }) => T,
): T {
  const context = Buffer.concat([MODE_BASE, PSK_ID_HASH, hkdf.extract(EMPTY, 'info_hash', info)]);
  const secret = hkdf.extract(sharedSecret, 'secret', EMPTY);
  const key = hkdf.expand(secret, 'key', context, KEY_BYTES);
  const nonce = hkdf.expand(secret, 'base_nonce', context, GCM_NONCE_BYTES);
  try {
    return use({ key, nonce });
  } finally {
    for (const bytes of [sharedSecret, secret, key, nonce]) bytes.fill(0);
  }
}
