import { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { hpkeSuite } from './hpke-suite.js';
import { importAgentPublicKey } from './agent-public-key.js';
import { WireEnvelopeError } from './wire.errors.js';

/** An agent's X25519 pair. `publicKeyBase64` is what it sends to the control plane: base64 of 32 bytes. */
export interface AgentKeyPair {
  readonly keys: webcrypto.CryptoKeyPair;
  readonly publicKeyBase64: string;
}

/** Makes a fresh pair whose private key can be written to the agent's state file. */
export async function generateAgentKeyPair(): Promise<AgentKeyPair> {
  const keys = await hpkeSuite.GenerateKeyPair(true);
  const publicKey = await hpkeSuite.SerializePublicKey(keys.publicKey);
  return { keys, publicKeyBase64: Buffer.from(publicKey).toString('base64') };
}

/**
 * Returns the private key of a generated pair as PKCS #8 DER (RFC 8410 §7), for the agent's state file.
 * An imported pair is not extractable: exporting it raises the platform's InvalidAccessError.
 */
export async function exportAgentKeyPair(pair: AgentKeyPair): Promise<SecretBytes> {
  const pkcs8 = new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', pair.keys.privateKey));
  const secret = SecretBytes.from(pkcs8);
  pkcs8.fill(0);
  return secret;
}

/**
 * Takes what {@link exportAgentKeyPair} gave; the private key can't be exported again.
 * Raises WireEnvelopeError if the bytes are not an X25519 private key.
 */
export async function importAgentKeyPair(pkcs8: SecretBytes): Promise<AgentKeyPair> {
  try {
    const bytes = pkcs8.reveal();
    const privateKey = await webcrypto.subtle.importKey('pkcs8', bytes, 'X25519', false, ['deriveBits']);
    const publicKeyBase64 = publicKeyOf(bytes);
    // The public key goes along: it can't be computed from a private key that can't be exported.
    return { keys: { privateKey, publicKey: await importAgentPublicKey(publicKeyBase64) }, publicKeyBase64 };
  } catch {
    throw new WireEnvelopeError();
  }
}

function publicKeyOf(pkcs8: Uint8Array): string {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url').toString('base64');
}
