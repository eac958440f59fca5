import type { SecretBytes } from '#libs/secret-bytes';
import type { AgentKeyPair } from './agent-key-pair.js';
import { openBase, sealBase } from './hpke.js';
import { decodeStrictBase64 } from './strict-base64.js';
import { EnvelopeError } from './agent-protocol.errors.js';

const NO_AAD = Buffer.alloc(0);

/** An HPKE message: the encapsulated key (32 bytes) and the ciphertext with its 16-byte tag, both base64. */
export interface HpkeEnvelope {
  readonly enc: string;
  readonly ciphertext: string;
}

/**
 * Seals in HPKE base mode without additional data; `info` carries the binding (RFC 9180 §6.1).
 *
 * @throws EnvelopeError if `info` is null
 * @throws PublicKeyInvalidError for a public key that values can't be sealed to
 */
export function sealHpke(
  publicKey: Uint8Array,
  plaintext: SecretBytes,
  info: Uint8Array | null,
): HpkeEnvelope {
  if (info === null) throw new EnvelopeError();
  const { enc, ciphertext } = sealBase(publicKey, info, NO_AAD, plaintext);
  return { enc: enc.toString('base64'), ciphertext: ciphertext.toString('base64') };
}

/** Opens an envelope of {@link sealHpke} with the same `info`. @throws EnvelopeError for everything else */
export function openHpke(pair: AgentKeyPair, envelope: HpkeEnvelope, info: Uint8Array | null): SecretBytes {
  const enc = decodeStrictBase64(envelope.enc);
  const ciphertext = decodeStrictBase64(envelope.ciphertext);
  if (enc === null || ciphertext === null || info === null) throw new EnvelopeError();
  return openBase({ enc, ciphertext }, pair, info, NO_AAD);
}
