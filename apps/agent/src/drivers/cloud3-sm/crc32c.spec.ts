import { describe, expect, it } from '@jest/globals';
import { crc32c } from './crc32c.js';

describe('crc32c', () => {
  // RFC 3720 appendix B.4, and the check value of the catalogues.
  it.each([
    [Buffer.from('123456789'), 0xe3069283],
    [Buffer.alloc(32, 0x00), 0x8a9136aa],
    [Buffer.alloc(32, 0xff), 0x62a8ab43],
    [Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 0x46dd794e],
    [Buffer.alloc(0), 0],
  ])('of %j is %d', (bytes, expected) => expect(crc32c(bytes)).toBe(expected));
});
