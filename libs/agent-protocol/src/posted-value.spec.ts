import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBytes } from '#libs/secret-bytes';
import { decryptPostedValue, encryptPostedValue } from './posted-value.js';
import { EnvelopeError } from './agent-protocol.errors.js';

const binding = {
  agentId: '0191f0a0-0000-7000-8000-00000000000a',
  jobId: '0191f0a0-0000-7000-8000-0000000000d1',
  keyName: 'DATABASE_URL',
};
const dek = SecretBytes.from(Buffer.alloc(32, 3));
const otherDek = SecretBytes.from(Buffer.alloc(32, 4));
const value = SecretBytes.from(Buffer.from('postgres://user:pass@db/app'));

function flipBit(base64: string, bit: number): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return bytes.toString('base64');
}

const bitsOf = (base64: string): number => Buffer.from(base64, 'base64').length * 8;

describe('a posted value', () => {
  it('is AES-256-GCM with the additional data of the specification', () => {
    const { nonce, ciphertext } = encryptPostedValue(dek, value, binding);
    const [iv, sealed] = [Buffer.from(nonce, 'base64'), Buffer.from(ciphertext, 'base64')];
    const decipher = createDecipheriv('aes-256-gcm', dek.reveal(), iv)
      .setAAD(Buffer.from(`svc/wrap/v1|${binding.agentId}|${binding.jobId}|DATABASE_URL`))
      .setAuthTag(sealed.subarray(-16));
    const plaintext = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    expect(iv).toHaveLength(12);
    expect(plaintext.toString()).toBe('postgres://user:pass@db/app');
  });

  it('round-trips any bytes', () => {
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ minLength: 1 }), (bytes, keyName) => {
        const posted = encryptPostedValue(dek, SecretBytes.from(bytes), { ...binding, keyName });
        const opened = decryptPostedValue(dek, posted.nonce, posted.ciphertext, { ...binding, keyName });
        expect(Buffer.compare(opened.reveal(), bytes)).toBe(0);
      }),
      {
        examples: [
          [everyByte, 'K'],
          [new Uint8Array(0), 'a|b'],
          [Buffer.alloc(65_536, 1), 'é'],
        ],
      },
    );
  });

  it('is rejected when any bit is changed', () => {
    const { nonce, ciphertext } = encryptPostedValue(dek, value, binding);
    for (let bit = 0; bit < bitsOf(nonce); bit += 1) {
      expect(() => decryptPostedValue(dek, flipBit(nonce, bit), ciphertext, binding)).toThrow(EnvelopeError);
    }
    for (let bit = 0; bit < bitsOf(ciphertext); bit += 1) {
      expect(() => decryptPostedValue(dek, nonce, flipBit(ciphertext, bit), binding)).toThrow(EnvelopeError);
    }
  });

  it('is rejected under another data key', () => {
    const { nonce, ciphertext } = encryptPostedValue(dek, value, binding);
    expect(() => decryptPostedValue(otherDek, nonce, ciphertext, binding)).toThrow(EnvelopeError);
  });

  it.each([
    ['agent', { agentId: binding.jobId }],
    ['job', { jobId: binding.agentId }],
    ['key', { keyName: 'DATABASE_UR' }],
    ['agent and job, swapped', { agentId: binding.jobId, jobId: binding.agentId }],
  ])('is rejected for another %s', (_, change) => {
    const { nonce, ciphertext } = encryptPostedValue(dek, value, binding);
    expect(() => decryptPostedValue(dek, nonce, ciphertext, { ...binding, ...change })).toThrow(
      EnvelopeError,
    );
  });

  it('is rejected when its nonce or ciphertext is truncated, empty or not canonical base64', () => {
    const { nonce, ciphertext } = encryptPostedValue(dek, value, binding);
    const cut = Buffer.from(ciphertext, 'base64').subarray(0, 15).toString('base64');
    const faulty: [unknown, unknown][] = [
      ['', ciphertext],
      [nonce, ''],
      [nonce, cut],
      [nonce, `${ciphertext}\n`],
      [Buffer.alloc(16).toString('base64'), ciphertext],
      [undefined, ciphertext],
      [nonce, {}],
    ];
    for (const [iv, sealed] of faulty) {
      expect(() => decryptPostedValue(dek, iv as string, sealed as string, binding)).toThrow(EnvelopeError);
    }
  });

  it('is not created with a short key or an ambiguous binding', () => {
    const short = SecretBytes.from(Buffer.alloc(16));
    expect(() => encryptPostedValue(short, value, binding)).toThrow(EnvelopeError);
    for (const change of [{ agentId: 'a|b' }, { jobId: '' }, { keyName: '' }, { keyName: '\udc00' }]) {
      expect(() => encryptPostedValue(dek, value, { ...binding, ...change })).toThrow(EnvelopeError);
    }
  });
});
