import { describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { exportAgentKeyPair, generateAgentKeyPair, importAgentKeyPair } from './agent-key-pair.js';
import { parseAgentPublicKey } from './agent-public-key.js';
import { openDek, sealDek } from './sealed-dek.js';
import { EnvelopeError } from './agent-protocol.errors.js';

describe('an agent key pair', () => {
  it('opens ciphertexts sealed before it was exported and imported', () => {
    const pair = generateAgentKeyPair();
    const dek = SecretBytes.from(Buffer.alloc(32, 7));
    const sealed = sealDek(parseAgentPublicKey(pair.publicKeyBase64), dek, 'agent-1');
    const restored = importAgentKeyPair(exportAgentKeyPair(pair));
    expect(restored.publicKeyBase64).toBe(pair.publicKeyBase64);
    const opened = openDek(restored, sealed.enc, sealed.sealedKey, 'agent-1');
    expect(opened.toBase64()).toBe(dek.toBase64());
  });

  it('cannot be exported after an import', () => {
    const restored = importAgentKeyPair(exportAgentKeyPair(generateAgentKeyPair()));
    expect(() => exportAgentKeyPair(restored)).toThrow();
  });

  it('rejects bytes that are not an X25519 private key', () => {
    const pkcs8 = Buffer.from(exportAgentKeyPair(generateAgentKeyPair()).reveal());
    const ed25519 = Buffer.from(pkcs8);
    ed25519.writeUInt8(0x70, ed25519.indexOf(0x6e, 9));
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(48, 1), pkcs8.subarray(1), ed25519]) {
      expect(() => importAgentKeyPair(SecretBytes.from(bytes))).toThrow(EnvelopeError);
    }
  });
});
