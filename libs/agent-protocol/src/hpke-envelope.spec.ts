import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBytes } from '#libs/secret-bytes';
import { type AgentKeyPair, generateAgentKeyPair } from './agent-key-pair.js';
import { parseAgentPublicKey } from './agent-public-key.js';
import type { HpkeEnvelope } from './hpke-envelope.js';
import { openBase, sealBase } from './hpke.js';
import { openAgentValue, sealAgentValue } from './sealed-agent-value.js';
import { openDek, sealDek } from './sealed-dek.js';
import { PublicKeyInvalidError, EnvelopeError } from './agent-protocol.errors.js';

const AGENT = '0191f0a0-0000-7000-8000-00000000000a';
const OTHER_AGENT = '0191f0a0-0000-7000-8000-00000000000b';
const WRAP = '0191f0a0-0000-7000-8000-0000000000c1';
const OTHER_WRAP = '0191f0a0-0000-7000-8000-0000000000c2';
const dek = SecretBytes.from(Buffer.alloc(32, 0x5a));
const value = SecretBytes.from(Buffer.from('correct horse battery staple'));

const NO_AAD = Buffer.alloc(0);

let pair: AgentKeyPair;
let publicKey: Uint8Array;
let otherPair: AgentKeyPair;

beforeAll(() => {
  [pair, otherPair] = [generateAgentKeyPair(), generateAgentKeyPair()];
  publicKey = parseAgentPublicKey(pair.publicKeyBase64);
});

/** Every version of the base64 text in which one bit of one byte is another. */
function* flipped(base64: string): Generator<string> {
  const bytes = Buffer.from(base64, 'base64');
  for (let index = 0; index < bytes.length; index += 1) {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(index) ^ (1 << (index % 8)), index);
    yield copy.toString('base64');
  }
}

function refused(opening: () => unknown): void {
  expect(opening).toThrow(EnvelopeError);
}

function failureOf(opening: () => unknown): Error | null {
  try {
    opening();
    return null;
  } catch (error) {
    return error as Error;
  }
}

describe('a sealed data key', () => {
  it('opens with the agent id and key pair it was sealed for', () => {
    const { enc, sealedKey } = sealDek(publicKey, dek, AGENT);
    expect(openDek(pair, enc, sealedKey, AGENT).toBase64()).toBe(dek.toBase64());
  });

  it('uses the info string of the specification', () => {
    const { enc, sealedKey } = sealDek(publicKey, dek, AGENT);
    const info = Buffer.from(`svc/dek/v1|${AGENT}`);
    const message = { enc: Buffer.from(enc, 'base64'), ciphertext: Buffer.from(sealedKey, 'base64') };
    expect(openBase(message, pair, info, NO_AAD).toBase64()).toBe(dek.toBase64());
  });

  it('is rejected for another agent id and for another key pair', () => {
    const { enc, sealedKey } = sealDek(publicKey, dek, AGENT);
    refused(() => openDek(pair, enc, sealedKey, OTHER_AGENT));
    refused(() => openDek(otherPair, enc, sealedKey, AGENT));
  });

  it('is rejected when any byte is changed', () => {
    const { enc, sealedKey } = sealDek(publicKey, dek, AGENT);
    for (const changed of flipped(enc)) refused(() => openDek(pair, changed, sealedKey, AGENT));
    for (const changed of flipped(sealedKey)) refused(() => openDek(pair, enc, changed, AGENT));
  });

  it('is rejected when it is spliced from two, truncated, or not canonically encoded', () => {
    const { enc, sealedKey } = sealDek(publicKey, dek, AGENT);
    const second = sealDek(publicKey, dek, AGENT);
    refused(() => openDek(pair, enc, second.sealedKey, AGENT));
    refused(() => openDek(pair, '', sealedKey, AGENT));
    refused(() => openDek(pair, enc, '', AGENT));
    refused(() => openDek(pair, enc, Buffer.alloc(8).toString('base64'), AGENT));
    refused(() => openDek(pair, ` ${enc}`, sealedKey, AGENT));
    refused(() => openDek(pair, undefined as never, null as never, AGENT));
  });

  it('is rejected when its encapsulated key is a low-order point', () => {
    const { sealedKey } = sealDek(publicKey, dek, AGENT);
    refused(() => openDek(pair, Buffer.alloc(32).toString('base64'), sealedKey, AGENT));
  });

  it('is not sealed to a low-order point or a key of another length', () => {
    for (const key of [Buffer.alloc(32), Buffer.alloc(0), publicKey.subarray(1), Buffer.alloc(33, 9)]) {
      expect(() => sealDek(key, dek, AGENT)).toThrow(PublicKeyInvalidError);
    }
  });

  it('is always 256 bits', () => {
    for (const length of [0, 16, 31, 33]) {
      const other = SecretBytes.from(Buffer.alloc(length));
      expect(() => sealDek(publicKey, other, AGENT)).toThrow(EnvelopeError);
    }
    const info = Buffer.from(`svc/dek/v1|${AGENT}`);
    const { enc, ciphertext } = sealBase(publicKey, info, NO_AAD, SecretBytes.from(Buffer.alloc(16)));
    refused(() => openDek(pair, enc.toString('base64'), ciphertext.toString('base64'), AGENT));
  });
});

describe('a value sealed to an agent', () => {
  const sealed = (): HpkeEnvelope => sealAgentValue(publicKey, value, AGENT, WRAP);

  it('uses the info string of the specification', () => {
    const { enc, ciphertext } = sealed();
    const info = Buffer.from(`svc/value/v1|${AGENT}|${WRAP}`);
    const message = { enc: Buffer.from(enc, 'base64'), ciphertext: Buffer.from(ciphertext, 'base64') };
    expect(openBase(message, pair, info, NO_AAD).toBase64()).toBe(value.toBase64());
  });

  it('is rejected for another agent, wrap or key pair, and with the two ids swapped', () => {
    const envelope = sealed();
    refused(() => openAgentValue(pair, envelope, OTHER_AGENT, WRAP));
    refused(() => openAgentValue(pair, envelope, AGENT, OTHER_WRAP));
    refused(() => openAgentValue(pair, envelope, WRAP, AGENT));
    refused(() => openAgentValue(otherPair, envelope, AGENT, WRAP));
  });

  it('is rejected where a data key is expected', () => {
    const { enc, ciphertext } = sealAgentValue(publicKey, dek, AGENT, WRAP);
    refused(() => openDek(pair, enc, ciphertext, `${AGENT}|${WRAP}`));
    refused(() => openDek(pair, enc, ciphertext, AGENT));
  });

  it('is rejected when any byte is changed', () => {
    const envelope = sealed();
    for (const enc of flipped(envelope.enc))
      refused(() => openAgentValue(pair, { ...envelope, enc }, AGENT, WRAP));
    for (const ciphertext of flipped(envelope.ciphertext)) {
      refused(() => openAgentValue(pair, { ...envelope, ciphertext }, AGENT, WRAP));
    }
  });

  it('is not sealed to ambiguous ids', () => {
    const lone = '\ud800';
    for (const [agentId, wrapId] of [
      ['a|b', WRAP],
      ['', WRAP],
      [AGENT, ''],
      [AGENT, lone],
    ] as const) {
      expect(() => sealAgentValue(publicKey, value, agentId, wrapId)).toThrow(EnvelopeError);
    }
  });

  it('round-trips any bytes', () => {
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const bytes of [Buffer.alloc(0), everyByte, Buffer.alloc(65_536, everyByte)]) {
      const envelope = sealAgentValue(publicKey, SecretBytes.from(bytes), AGENT, WRAP);
      const opened = openAgentValue(pair, envelope, AGENT, WRAP);
      expect(Buffer.compare(opened.reveal(), bytes)).toBe(0);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const envelope = sealAgentValue(publicKey, SecretBytes.from(bytes), AGENT, WRAP);
        const opened = openAgentValue(pair, envelope, AGENT, WRAP);
        expect(Buffer.compare(opened.reveal(), bytes)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('has a different ciphertext each time', () => {
    const [first, second] = [sealed(), sealed()];
    expect(first.enc).not.toBe(second.enc);
    expect(first.ciphertext).not.toBe(second.ciphertext);
  });

  it('is rejected with one message without details', () => {
    const envelope = sealed();
    const openings = [
      () => openAgentValue(pair, envelope, OTHER_AGENT, WRAP),
      () => openAgentValue(pair, { ...envelope, enc: 'x' }, AGENT, WRAP),
      () => openAgentValue(pair, { ...envelope, ciphertext: '' }, AGENT, WRAP),
    ];
    const failures = openings.map(failureOf);
    expect(new Set(failures.map(String))).toEqual(
      new Set(['EnvelopeError: The envelope cannot be decrypted.']),
    );
    expect(failures.map((failure) => failure?.cause)).toEqual([undefined, undefined, undefined]);
  });
});
