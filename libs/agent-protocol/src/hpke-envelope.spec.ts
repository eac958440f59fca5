import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBytes } from '#libs/secret-bytes';
import { type AgentKeyPair, generateAgentKeyPair } from './agent-key-pair.js';
import { type AgentPublicKey, importAgentPublicKey } from './agent-public-key.js';
import type { HpkeEnvelope } from './hpke-envelope.js';
import { hpkeSuite } from './hpke-suite.js';
import { openAgentValue, sealAgentValue } from './sealed-agent-value.js';
import { openDek, sealDek } from './sealed-dek.js';
import { WireEnvelopeError } from './wire.errors.js';

const AGENT = '0191f0a0-0000-7000-8000-00000000000a';
const OTHER_AGENT = '0191f0a0-0000-7000-8000-00000000000b';
const WRAP = '0191f0a0-0000-7000-8000-0000000000c1';
const OTHER_WRAP = '0191f0a0-0000-7000-8000-0000000000c2';
const dek = SecretBytes.from(Buffer.alloc(32, 0x5a));
const value = SecretBytes.from(Buffer.from('correct horse battery staple'));

let pair: AgentKeyPair;
let publicKey: AgentPublicKey;
let otherPair: AgentKeyPair;

beforeAll(async () => {
  [pair, otherPair] = await Promise.all([generateAgentKeyPair(), generateAgentKeyPair()]);
  publicKey = await importAgentPublicKey(pair.publicKeyBase64);
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

async function refused(opening: Promise<SecretBytes>): Promise<void> {
  await expect(opening).rejects.toThrow(WireEnvelopeError);
}

describe('a sealed data key', () => {
  it('opens for its agent and key pair', async () => {
    const { enc, sealedKey } = await sealDek(publicKey, dek, AGENT);
    expect((await openDek(pair, enc, sealedKey, AGENT)).toBase64()).toBe(dek.toBase64());
  });

  it('is sealed under the info text of the specification', async () => {
    const { enc, sealedKey } = await sealDek(publicKey, dek, AGENT);
    const info = Buffer.from(`svc/dek/v1|${AGENT}`);
    const [secret, sealed] = [Buffer.from(enc, 'base64'), Buffer.from(sealedKey, 'base64')];
    expect(Buffer.from(await hpkeSuite.Open(pair.keys, secret, sealed, { info }))).toEqual(
      Buffer.alloc(32, 0x5a),
    );
  });

  it('is refused for another agent id and for another key pair', async () => {
    const { enc, sealedKey } = await sealDek(publicKey, dek, AGENT);
    await refused(openDek(pair, enc, sealedKey, OTHER_AGENT));
    await refused(openDek(otherPair, enc, sealedKey, AGENT));
  });

  it('is refused when any byte of it is changed', async () => {
    const { enc, sealedKey } = await sealDek(publicKey, dek, AGENT);
    for (const changed of flipped(enc)) await refused(openDek(pair, changed, sealedKey, AGENT));
    for (const changed of flipped(sealedKey)) await refused(openDek(pair, enc, changed, AGENT));
  });

  it('is refused when it is mixed of two, cut, or spelled otherwise', async () => {
    const { enc, sealedKey } = await sealDek(publicKey, dek, AGENT);
    const second = await sealDek(publicKey, dek, AGENT);
    await refused(openDek(pair, enc, second.sealedKey, AGENT));
    await refused(openDek(pair, '', sealedKey, AGENT));
    await refused(openDek(pair, enc, '', AGENT));
    await refused(openDek(pair, enc, Buffer.alloc(8).toString('base64'), AGENT));
    await refused(openDek(pair, ` ${enc}`, sealedKey, AGENT));
    await refused(openDek(pair, undefined as never, null as never, AGENT));
  });

  it('is refused when its encapsulated key is a low-order point', async () => {
    const { sealedKey } = await sealDek(publicKey, dek, AGENT);
    await refused(openDek(pair, Buffer.alloc(32).toString('base64'), sealedKey, AGENT));
  });

  it('holds 256 bits, neither fewer nor more', async () => {
    for (const length of [0, 16, 31, 33]) {
      const other = SecretBytes.from(Buffer.alloc(length));
      await expect(sealDek(publicKey, other, AGENT)).rejects.toThrow(WireEnvelopeError);
    }
    const info = Buffer.from(`svc/dek/v1|${AGENT}`);
    const { encapsulatedSecret, ciphertext } = await hpkeSuite.Seal(publicKey, Buffer.alloc(16), { info });
    const [enc, sealedKey] = [encapsulatedSecret, ciphertext].map((part) =>
      Buffer.from(part).toString('base64'),
    );
    await refused(openDek(pair, enc ?? '', sealedKey ?? '', AGENT));
  });
});

describe('a value sealed to an agent', () => {
  const sealed = (): Promise<HpkeEnvelope> => sealAgentValue(publicKey, value, AGENT, WRAP);

  it('is sealed under the info text of the specification', async () => {
    const { enc, ciphertext } = await sealed();
    const info = Buffer.from(`svc/value/v1|${AGENT}|${WRAP}`);
    const parts = [Buffer.from(enc, 'base64'), Buffer.from(ciphertext, 'base64')] as const;
    expect(Buffer.from(await hpkeSuite.Open(pair.keys, ...parts, { info }))).toEqual(
      Buffer.from(value.reveal()),
    );
  });

  it('is refused for another agent, wrap or key pair, and with the two ids swapped', async () => {
    const envelope = await sealed();
    await refused(openAgentValue(pair, envelope, OTHER_AGENT, WRAP));
    await refused(openAgentValue(pair, envelope, AGENT, OTHER_WRAP));
    await refused(openAgentValue(pair, envelope, WRAP, AGENT));
    await refused(openAgentValue(otherPair, envelope, AGENT, WRAP));
  });

  it('is refused in the place of a data key', async () => {
    const { enc, ciphertext } = await sealAgentValue(publicKey, dek, AGENT, WRAP);
    await refused(openDek(pair, enc, ciphertext, `${AGENT}|${WRAP}`));
    await refused(openDek(pair, enc, ciphertext, AGENT));
  });

  it('is refused when any byte of it is changed', async () => {
    const envelope = await sealed();
    for (const enc of flipped(envelope.enc))
      await refused(openAgentValue(pair, { ...envelope, enc }, AGENT, WRAP));
    for (const ciphertext of flipped(envelope.ciphertext)) {
      await refused(openAgentValue(pair, { ...envelope, ciphertext }, AGENT, WRAP));
    }
  });

  it('is not sealed to ids that could be read in two ways', async () => {
    const lone = '\ud800';
    for (const [agentId, wrapId] of [
      ['a|b', WRAP],
      ['', WRAP],
      [AGENT, ''],
      [AGENT, lone],
    ] as const) {
      await expect(sealAgentValue(publicKey, value, agentId, wrapId)).rejects.toThrow(WireEnvelopeError);
    }
  });

  it('comes back whole, whatever its bytes', async () => {
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const bytes of [Buffer.alloc(0), everyByte, Buffer.alloc(65_536, everyByte)]) {
      const envelope = await sealAgentValue(publicKey, SecretBytes.from(bytes), AGENT, WRAP);
      const opened = await openAgentValue(pair, envelope, AGENT, WRAP);
      expect(Buffer.compare(opened.reveal(), bytes)).toBe(0);
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const envelope = await sealAgentValue(publicKey, SecretBytes.from(bytes), AGENT, WRAP);
        const opened = await openAgentValue(pair, envelope, AGENT, WRAP);
        expect(Buffer.compare(opened.reveal(), bytes)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('is another text each time', async () => {
    const [first, second] = await Promise.all([sealed(), sealed()]);
    expect(first.enc).not.toBe(second.enc);
    expect(first.ciphertext).not.toBe(second.ciphertext);
  });

  it('is refused with one message that holds no detail', async () => {
    const envelope = await sealed();
    const failures = await Promise.allSettled([
      openAgentValue(pair, envelope, OTHER_AGENT, WRAP),
      openAgentValue(pair, { ...envelope, enc: 'x' }, AGENT, WRAP),
      openAgentValue(pair, { ...envelope, ciphertext: '' }, AGENT, WRAP),
    ]);
    const messages = failures.map((each) => (each.status === 'rejected' ? String(each.reason) : 'opened'));
    expect(new Set(messages)).toEqual(new Set(['WireEnvelopeError: The envelope does not open.']));
    const causes = failures.map((each) =>
      each.status === 'rejected' ? (each.reason as Error).cause : 'opened',
    );
    expect(causes).toEqual([undefined, undefined, undefined]);
  });
});
