import type { webcrypto } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import type { AgentPublicKey } from './agent-public-key.js';
import { hpkeSuite } from './hpke-suite.js';
import { decodeStrictBase64 } from './strict-base64.js';
import { WireEnvelopeError } from './wire.errors.js';

/** An HPKE message: the encapsulated key (32 bytes) and the ciphertext with its 16-byte tag, both base64. */
export interface HpkeEnvelope {
  readonly enc: string;
  readonly ciphertext: string;
}

/** Seals in HPKE base mode without additional data; `info` carries the binding (RFC 9180 §6.1). */
export async function sealHpke(
  publicKey: AgentPublicKey,
  plaintext: SecretBytes,
  info: Uint8Array | null,
): Promise<HpkeEnvelope> {
  if (info === null) throw new WireEnvelopeError();
  const sealed = await hpkeSuite.Seal(publicKey, plaintext.reveal(), { info });
  return { enc: toBase64(sealed.encapsulatedSecret), ciphertext: toBase64(sealed.ciphertext) };
}

/** Opens what {@link sealHpke} made for the same `info`; raises WireEnvelopeError for everything else. */
export async function openHpke(
  keys: webcrypto.CryptoKeyPair,
  envelope: HpkeEnvelope,
  info: Uint8Array | null,
): Promise<SecretBytes> {
  const enc = decodeStrictBase64(envelope.enc);
  const ciphertext = decodeStrictBase64(envelope.ciphertext);
  if (enc === null || ciphertext === null || info === null) throw new WireEnvelopeError();
  const plaintext = await hpkeSuite.Open(keys, enc, ciphertext, { info }).catch(() => {
    throw new WireEnvelopeError();
  });
  const secret = SecretBytes.from(plaintext);
  plaintext.fill(0);
  return secret;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
