import { describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from './agent-key-pair.js';
import { parseAgentPublicKey } from './agent-public-key.js';
import { PublicKeyInvalidError } from './agent-protocol.errors.js';

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

describe('parseAgentPublicKey', () => {
  it.each(Object.entries(LOW_ORDER))(
    'rejects the low-order point %s, with and without its top bit',
    (_, hex) => {
      const point = Buffer.from(hex, 'hex');
      for (const bytes of [point, withTopBit(point)]) {
        expect(() => parseAgentPublicKey(bytes.toString('base64'))).toThrow(PublicKeyInvalidError);
      }
    },
  );

  it('rejects every length except 32 bytes', () => {
    for (let length = 0; length <= 65; length += 1) {
      if (length === 32) continue;
      const base64 = Buffer.alloc(length, 9).toString('base64');
      expect(() => parseAgentPublicKey(base64)).toThrow(PublicKeyInvalidError);
    }
  });

  it('rejects non-canonical encodings of a valid key', () => {
    const { publicKeyBase64 } = generateAgentKeyPair();
    const bytes = Buffer.from(publicKeyBase64, 'base64');
    for (const text of [publicKeyBase64.slice(0, -1), ` ${publicKeyBase64}`, bytes.toString('hex')]) {
      expect(() => parseAgentPublicKey(text)).toThrow(PublicKeyInvalidError);
    }
    expect(() => parseAgentPublicKey(undefined as never)).toThrow(PublicKeyInvalidError);
  });

  it('returns the 32 bytes of generated keys and of non-canonical points', () => {
    for (let pair = 0; pair < 20; pair += 1) {
      const { publicKeyBase64, publicKey } = generateAgentKeyPair();
      expect(parseAgentPublicKey(publicKeyBase64)).toEqual(publicKey);
    }
    // RFC 7748 §5: the top bit is ignored, and p + 3 is read as 3.
    const notCanonical = Buffer.from(LOW_ORDER.p, 'hex').fill(0xf0, 0, 1);
    for (const bytes of [notCanonical, withTopBit(notCanonical)]) {
      expect(parseAgentPublicKey(bytes.toString('base64'))).toEqual(bytes);
    }
  });
});
