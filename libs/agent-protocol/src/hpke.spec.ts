import { createCipheriv, createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';
import { SecretBytes } from '#libs/secret-bytes';
import { generateAgentKeyPair } from './agent-key-pair.js';
import { decapsulate, encapsulate } from './dhkem-x25519.js';
import { openBase, sealBase, withKeySchedule } from './hpke.js';
import { PublicKeyInvalidError, EnvelopeError } from './agent-protocol.errors.js';

/** CFRG's test-vectors.json (RFC 9180 appendix A) for mode base, KEM 0x0020, KDF 0x0001, AEAD 0x0002. */
const vector = {
  info: hex('4f6465206f6e2061204772656369616e2055726e'),
  skEm: hex('179d4b53b6365c45b600c4163b61d95cbc2f4d9e36f1695558dce265ab8bab11'),
  skRm: hex('497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d'),
  pkRm: hex('430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c'),
  enc: hex('6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256'),
  sharedSecret: hex('3101c54c3a4f87439eaac080699ed9bbcc726ffe44e860c0424ccb7e3e2ead7b'),
  key: hex('f50b0609186798729ed0564b36ef2ef8044f1f9d05636874d1f46c819c7a669f'),
  baseNonce: hex('151d9929e2449747889bc923'),
  plaintext: hex('4265617574792069732074727574682c20747275746820626561757479'),
  ciphertext: hex(
    'e5d84cd531cfb583096e7cfa9641bd3079cf3a91cda813c52deb5f512be9931980a41de125a925cdad859d5b7a',
  ),
  /** Of 1,000 messages, condensed as Go's crypto/hpke does it: SHAKE128, 16 bytes. */
  encryptions: '1702e73e1e71705faa8241022af1deea',
};

/** RFC 9180 appendix A.1.1: another AEAD, but the KEM is the same. */
const kemVector = {
  skEm: hex('52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736'),
  skRm: hex('4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8'),
  pkRm: hex('3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d'),
  enc: hex('37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431'),
  sharedSecret: hex('fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc'),
};
const FIRST_AAD = Buffer.from('Count-0');
const ROUNDS = 1_000;

/** An independent implementation, over WebCrypto. */
const peer = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

/** Wraps a private key of 32 bytes as PKCS #8 (RFC 8410 §7). */
function privateKey(bytes: Buffer): KeyObject {
  const key = Buffer.concat([hex('302e020100300506032b656e04220420'), bytes]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
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

describe('the KEM', () => {
  it.each([
    ['of the suite', vector],
    ['of RFC 9180 A.1.1', kemVector],
  ])('encapsulates and decapsulates test vector %s', (_, { skEm, skRm, pkRm, enc, sharedSecret }) => {
    expect(encapsulate(pkRm, privateKey(skEm))).toEqual({ enc, sharedSecret });
    expect(decapsulate(enc, { privateKey: privateKey(skRm), publicKey: pkRm })).toEqual(sharedSecret);
  });

  it('rejects an all-zero shared secret (§7.1.4) and keys of another length', () => {
    const pair = generateAgentKeyPair();
    const one = Buffer.alloc(32).fill(1, 0, 1);
    for (const key of [Buffer.alloc(32), one, Buffer.alloc(0), Buffer.alloc(31, 9), Buffer.alloc(33, 9)]) {
      expect(() => encapsulate(key)).toThrow(PublicKeyInvalidError);
      expect(() => decapsulate(key, pair)).toThrow(EnvelopeError);
    }
  });

  it('uses a new ephemeral key for each encapsulation', () => {
    const encs = Array.from({ length: 20 }, () => encapsulate(vector.pkRm).enc.toString('hex'));
    expect(new Set(encs).size).toBe(20);
  });
});

describe('HPKE in base mode', () => {
  const recipient = { privateKey: privateKey(vector.skRm), publicKey: vector.pkRm };

  it('derives the key and nonce of the test vector and seals its 1,000 messages', () => {
    withKeySchedule(Buffer.from(vector.sharedSecret), vector.info, ({ key, nonce }) => {
      expect([key, nonce]).toEqual([vector.key, vector.baseNonce]);
      const draw = inputs();
      const sink = createHash('shake128', { outputLength: 16 });
      for (let round = 0; round < ROUNDS; round += 1) {
        // ComputeNonce (§5.2); each of our own messages is the first of its context.
        const roundNonce = Buffer.from(nonce);
        roundNonce.writeUInt32BE((roundNonce.readUInt32BE(8) ^ round) >>> 0, 8);
        const cipher = createCipheriv('aes-256-gcm', key, roundNonce).setAAD(draw());
        sink.update(cipher.update(draw())).update(cipher.final()).update(cipher.getAuthTag());
      }
      expect(sink.digest('hex')).toBe(vector.encryptions);
    });
  });

  it('wipes the shared secret and everything derived from it', () => {
    const sharedSecret = Buffer.from(vector.sharedSecret);
    const { key, nonce } = withKeySchedule(sharedSecret, vector.info, (schedule) => schedule);
    expect(Buffer.concat([sharedSecret, key, nonce])).toEqual(Buffer.alloc(32 + 32 + 12));
  });

  it('opens the ciphertext of the test vector and rejects modified ones', () => {
    const { enc, ciphertext, info, plaintext } = vector;
    const opened = openBase({ enc, ciphertext }, recipient, info, FIRST_AAD);
    expect(Buffer.from(opened.reveal())).toEqual(plaintext);
    const refused = [
      () => openBase({ enc, ciphertext }, recipient, info, Buffer.from('Count-1')),
      () => openBase({ enc, ciphertext }, recipient, info.subarray(1), FIRST_AAD),
      () => openBase({ enc, ciphertext }, generateAgentKeyPair(), info, FIRST_AAD),
      () => openBase({ enc, ciphertext: ciphertext.subarray(1) }, recipient, info, FIRST_AAD),
      () => openBase({ enc, ciphertext: Buffer.alloc(0) }, recipient, info, FIRST_AAD),
      () => openBase({ enc: kemVector.enc, ciphertext }, recipient, info, FIRST_AAD),
      () => openBase({ enc: Buffer.alloc(32), ciphertext }, recipient, info, FIRST_AAD),
    ];
    for (const opening of refused) expect(opening).toThrow(EnvelopeError);
  });

  it('interoperates with an independent implementation in both directions', async () => {
    const draw = inputs();
    const pkR = await peer.DeserializePublicKey(vector.pkRm);
    const skR = await peer.DeserializePrivateKey(vector.skRm, false);
    for (let round = 0; round < 100; round += 1) {
      const [info, aad, plaintext] = [draw(), draw(), draw()];
      const theirs = await peer.Seal(pkR, plaintext, { info, aad });
      const message = {
        enc: Buffer.from(theirs.encapsulatedSecret),
        ciphertext: Buffer.from(theirs.ciphertext),
      };
      expect(Buffer.from(openBase(message, recipient, info, aad).reveal())).toEqual(plaintext);
      const { enc, ciphertext } = sealBase(vector.pkRm, info, aad, SecretBytes.from(plaintext));
      const keys = { privateKey: skR, publicKey: pkR };
      expect(Buffer.from(await peer.Open(keys, enc, ciphertext, { info, aad }))).toEqual(plaintext);
    }
  });
});
