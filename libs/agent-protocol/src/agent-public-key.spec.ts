import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generateAgentKeyPair } from './agent-key-pair.js';
import { importAgentPublicKey } from './agent-public-key.js';
import { PublicKeyInvalidError } from './wire.errors.js';

/** Every 32-byte string that X25519 reads as a point of small order, but for the ignored top bit. */
const LOW_ORDER = {
  zero: '0000000000000000000000000000000000000000000000000000000000000000',
  one: '0100000000000000000000000000000000000000000000000000000000000000',
  'order eight, first': 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  'order eight, second': '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'p - 1': 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  p: 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'p + 1': 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
};

function withTopBit(point: Buffer): Buffer {
  const copy = Buffer.from(point);
  copy.writeUInt8(copy.readUInt8(31) | 0x80, 31);
  return copy;
}

describe('importAgentPublicKey', () => {
  it.each(Object.entries(LOW_ORDER))(
    'refuses the low-order point %s, with and without its top bit',
    async (_, hex) => {
      const point = Buffer.from(hex, 'hex');
      for (const bytes of [point, withTopBit(point)]) {
        await expect(importAgentPublicKey(bytes.toString('base64'))).rejects.toThrow(PublicKeyInvalidError);
      }
    },
  );

  it('refuses every length but 32 bytes', async () => {
    for (let length = 0; length <= 65; length += 1) {
      if (length === 32) continue;
      const base64 = Buffer.alloc(length, 9).toString('base64');
      await expect(importAgentPublicKey(base64)).rejects.toThrow(PublicKeyInvalidError);
    }
  });

  it('refuses other spellings of a good key', async () => {
    const { publicKeyBase64 } = await generateAgentKeyPair();
    const bytes = Buffer.from(publicKeyBase64, 'base64');
    for (const text of [publicKeyBase64.slice(0, -1), ` ${publicKeyBase64}`, bytes.toString('hex')]) {
      await expect(importAgentPublicKey(text)).rejects.toThrow(PublicKeyInvalidError);
    }
    await expect(importAgentPublicKey(undefined as never)).rejects.toThrow(PublicKeyInvalidError);
  });

  it('takes the public key of every generated pair', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constant(null), async () => {
        const { publicKeyBase64 } = await generateAgentKeyPair();
        await expect(importAgentPublicKey(publicKeyBase64)).resolves.toBeDefined();
      }),
      { numRuns: 20 },
    );
  });
});
