import { createHash } from 'node:crypto';
import { parseAgentPublicKey, PublicKeyInvalidError } from '#libs/agent-protocol';
import { agentErrors } from './agents.errors.js';

/**
 * Decodes and validates an X25519 public key, and returns its 32 bytes.
 *
 * @throws DomainError public_key_invalid for another length, non-canonical base64, or a low-order point
 */
export function checkedPublicKey(base64: string): Buffer {
  try {
    return parseAgentPublicKey(base64);
  } catch (error) {
    if (error instanceof PublicKeyInvalidError) throw agentErrors.publicKeyInvalid();
    throw error;
  }
}

/** Returns the fingerprint of a public key: `sha256:` and the hash in hex, as in the audit log. */
export function fingerprintOf(publicKey: Buffer): string {
  return `sha256:${createHash('sha256').update(publicKey).digest('hex')}`;
}
