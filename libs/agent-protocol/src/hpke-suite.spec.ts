import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import { hpkeSuite } from './hpke-suite.js';

/*
 * The vector of CFRG's test-vectors.json (RFC 9180 appendix A) for mode base, KEM 0x0020, KDF 0x0001,
 * AEAD 0x0002. Its hundreds of messages are condensed as Go's crypto/hpke does it: inputs are drawn from
 * SHAKE128 of nothing, 1,000 outputs are hashed with SHAKE128 and 16 bytes of that are compared.
 */
const vector = {
  info: hex('4f6465206f6e2061204772656369616e2055726e'),
  ikmE: hex('2cd7c601cefb3d42a62b04b7a9041494c06c7843818e0ce28a8f704ae7ab20f9'),
  ikmR: hex('dac33b0e9db1b59dbbea58d59a14e7b5896e9bdf98fad6891e99d1686492b9ee'),
  skRm: hex('497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d'),
  pkRm: hex('430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c'),
  enc: hex('6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256'),
  encryptions: '1702e73e1e71705faa8241022af1deea',
  exports: '5cb678bf1c52afbd9afb58b8f7c1ced3',
};
const ROUNDS = 1_000;

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

/** Draws inputs of 0 to 255 bytes, each preceded by its length, from an endless SHAKE128 stream. */
function inputs(): () => Buffer {
  const stream = createHash('shake128', { outputLength: 2 * ROUNDS * 256 }).digest();
  let at = 0;
  return () => {
    const length = stream.readUInt8(at);
    at += 1 + length;
    return stream.subarray(at - length, at);
  };
}

/** The same suite, but the "fresh" key pair of the sender comes from the vector. */
async function fixedSender() {
  const pair = await hpkeSuite.DeriveKeyPair(vector.ikmE, true);
  const kem = () => ({ ...KEM_DHKEM_X25519_HKDF_SHA256(), GenerateKeyPair: async () => pair });
  const suite = new CipherSuite(kem, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
  return suite.SetupSender(await hpkeSuite.DeserializePublicKey(vector.pkRm), { info: vector.info });
}

async function recipient() {
  const privateKey = await hpkeSuite.DeserializePrivateKey(vector.skRm, false);
  const publicKey = await hpkeSuite.DeserializePublicKey(vector.pkRm);
  return hpkeSuite.SetupRecipient({ privateKey, publicKey }, vector.enc, { info: vector.info });
}

describe('the HPKE suite', () => {
  it('is X25519 with HKDF-SHA256 and AES-256-GCM', () => {
    expect([hpkeSuite.KEM.id, hpkeSuite.KDF.id, hpkeSuite.AEAD.id]).toEqual([0x0020, 0x0001, 0x0002]);
  });

  it('derives the key pair of the vector from its keying material', async () => {
    const pair = await hpkeSuite.DeriveKeyPair(vector.ikmR, true);
    expect(Buffer.from(await hpkeSuite.SerializePublicKey(pair.publicKey))).toEqual(vector.pkRm);
  });

  it('encapsulates the key that the vector encapsulates', async () => {
    const { encapsulatedSecret } = await fixedSender();
    expect(Buffer.from(encapsulatedSecret)).toEqual(vector.enc);
  });

  it('seals as in the vector, and opens what the vector sealed', async () => {
    const { ctx } = await fixedSender();
    const receiver = await recipient();
    const draw = inputs();
    const sink = createHash('shake128', { outputLength: 16 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const aad = draw();
      const plaintext = draw();
      const ciphertext = await ctx.Seal(plaintext, aad);
      sink.update(ciphertext);
      expect(Buffer.compare(await receiver.Open(ciphertext, aad), plaintext)).toBe(0);
    }
    expect(sink.digest('hex')).toBe(vector.encryptions);
  });

  it('exports the secrets of the vector', async () => {
    const receiver = await recipient();
    const draw = inputs();
    const sink = createHash('shake128', { outputLength: 16 });
    draw(); // The round of length zero adds nothing, and the library refuses it.
    for (let length = 1; length < ROUNDS; length += 1) sink.update(await receiver.Export(draw(), length));
    expect(sink.digest('hex')).toBe(vector.exports);
  });
});
