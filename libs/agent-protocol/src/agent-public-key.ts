import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeStrictBase64 } from './strict-base64.js';
import { PublicKeyInvalidError } from './agent-protocol.errors.js';
import { agreeX25519 } from './x25519.js';

let probe: KeyObject | null = null;

/**
 * Decodes an X25519 public key and validates it for sealing; returns its 32 bytes.
 *
 * @throws PublicKeyInvalidError for another length, non-canonical base64 and low-order points, with which
 *   every exchange yields the same, public secret (RFC 7748 §6.1, RFC 9180 §7.1.4)
 */
export function parseAgentPublicKey(base64: string): Buffer {
  const bytes = decodeStrictBase64(base64);
  if (bytes === null || !isUsable(bytes)) throw new PublicKeyInvalidError();
  return bytes;
}

/**
 * Every X25519 scalar is a multiple of the cofactor 8, so an exchange with any private key yields zero for
 * each low-order point, however it is encoded, and for no other point. One private key serves all checks.
 */
function isUsable(publicKey: Buffer): boolean {
  probe ??= generateKeyPairSync('x25519').privateKey;
  const secret = agreeX25519(probe, publicKey);
  secret?.fill(0);
  return secret !== null;
}
