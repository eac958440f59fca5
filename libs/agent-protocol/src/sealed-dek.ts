import type { SecretBytes } from '#libs/secret-bytes';
import type { AgentKeyPair } from './agent-key-pair.js';
import { bindingText } from './binding-text.js';
import { openHpke, sealHpke } from './hpke-envelope.js';
import { EnvelopeError } from './agent-protocol.errors.js';

const LABEL = 'svc/dek/v1';
const DEK_BYTES = 32;

/** A data key sealed to one agent: `enc` and `sealedKey` are base64 (D53). */
export interface SealedDek {
  readonly enc: string;
  readonly sealedKey: string;
}

/**
 * Seals a 256-bit data key to one agent.
 *
 * @throws EnvelopeError for another length or an unusable id
 * @throws PublicKeyInvalidError for a public key that values can't be sealed to
 */
export function sealDek(publicKey: Uint8Array, dek: SecretBytes, agentId: string): SealedDek {
  if (dek.length !== DEK_BYTES) throw new EnvelopeError();
  const { enc, ciphertext } = sealHpke(publicKey, dek, bindingText(LABEL, agentId));
  return { enc, sealedKey: ciphertext };
}

/** Opens a data key sealed to this agent. @throws EnvelopeError for anything else */
export function openDek(pair: AgentKeyPair, enc: string, sealedKey: string, agentId: string): SecretBytes {
  const dek = openHpke(pair, { enc, ciphertext: sealedKey }, bindingText(LABEL, agentId));
  if (dek.length === DEK_BYTES) return dek;
  dek.wipe();
  throw new EnvelopeError();
}
