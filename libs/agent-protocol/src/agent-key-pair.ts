import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { EnvelopeError } from './agent-protocol.errors.js';
import { x25519PublicBytes } from './x25519.js';

/** An agent's X25519 key pair. `publicKeyBase64` is what the agent registers: base64 of 32 bytes. */
export interface AgentKeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
  readonly publicKeyBase64: string;
  /** Whether the private key may still be exported: true for a generated pair, false for an imported one. */
  readonly isExportable: boolean;
}

/** Generates a key pair whose private key can be exported to the agent's state file. */
export function generateAgentKeyPair(): AgentKeyPair {
  return pairOf(generateKeyPairSync('x25519').privateKey, true);
}

/**
 * Returns the private key of a generated pair as PKCS #8 DER (RFC 8410 §7), for the agent's state file.
 *
 * @throws Error for an imported pair
 */
export function exportAgentKeyPair({ privateKey, isExportable }: AgentKeyPair): SecretBytes {
  if (!isExportable) throw new Error('An imported private key is not exported again.');
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  const secret = SecretBytes.from(pkcs8);
  pkcs8.fill(0);
  return secret;
}

/**
 * Imports what {@link exportAgentKeyPair} returned. The private key can't be exported again.
 *
 * @throws EnvelopeError unless the bytes are an X25519 private key
 */
export function importAgentKeyPair(pkcs8: SecretBytes): AgentKeyPair {
  const privateKey = importPrivateKey(pkcs8.reveal());
  if (privateKey?.asymmetricKeyType !== 'x25519') throw new EnvelopeError();
  return pairOf(privateKey, false);
}

function importPrivateKey({ buffer, byteOffset, byteLength }: Uint8Array): KeyObject | null {
  try {
    // A view of the same memory, so that no copy of the key remains.
    const key = Buffer.from(buffer, byteOffset, byteLength);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}

function pairOf(privateKey: KeyObject, isExportable: boolean): AgentKeyPair {
  const publicKey = x25519PublicBytes(privateKey);
  return { privateKey, publicKey, publicKeyBase64: publicKey.toString('base64'), isExportable };
}
