import { createHash } from 'node:crypto';
import { parseAgentPublicKey, PublicKeyInvalidError } from '#libs/agent-protocol';
import { agentErrors } from './agents.errors.js';

/**
 * Takes base64 of an X25519 public key and returns its 32 bytes, once values can safely be sealed to it.
 *
 * @throws DomainError public_key_invalid for another length, base64 that is not canonical, or a low-order point
 */
export function checkedPublicKey(base64: string): Buffer {
  try {
    return parseAgentPublicKey(base64);
  } catch (error) {
    if (error instanceof PublicKeyInvalidError) throw agentErrors.publicKeyInvalid();
    throw error;
  }
}

/** Returns the SHA-256 of a public key's bytes, as `sha256:` and hex: what tells one key from another in the audit log. */
export function fingerprintOf(publicKey: Buffer): string {
  return `sha256:${createHash('sha256').update(publicKey).digest('hex')}`;
}
