import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBytes } from '#libs/secret-bytes';
import { KeyService } from './key.service.js';
import { KeyUnavailableError } from './kms.errors.js';
import { LocalKeyService } from './local-key.service.js';
import { openValue, type SealedValue, sealValue } from './sealed-value.js';

const keys = new LocalKeyService(SecretBytes.from(Buffer.alloc(32, 1)));
const value = SecretBytes.fromUtf8('correct horse battery staple');
const binding = { wrapId: 'wrap-1', requestId: 'request-1', keyName: 'DATABASE_URL', audience: 'requester' };
const undecryptable = { reason: 'undecryptable' };

function flipBit(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return copy;
}

/** Records the data keys that pass through, and can be made unavailable. */
class WatchedKeyService extends KeyService {
  readonly keyId = keys.keyId;
  readonly seen: SecretBytes[] = [];
  readonly plain: string[] = [];
  away = false;

  async wrapKey(...[dataKey, context]: Parameters<KeyService['wrapKey']>): Promise<string> {
    this.#note(dataKey);
    if (this.away) throw new KeyUnavailableError();
    return keys.wrapKey(dataKey, context);
  }

  async unwrapKey(...[wrapped, context]: Parameters<KeyService['unwrapKey']>): Promise<SecretBytes> {
    if (this.away) throw new KeyUnavailableError();
    return this.#note(await keys.unwrapKey(wrapped, context));
  }

  #note(dataKey: SecretBytes): SecretBytes {
    this.seen.push(dataKey);
    this.plain.push(dataKey.toBase64());
    return dataKey;
  }
}

describe('a sealed value', () => {
  it('decrypts with its own binding and round-trips any bytes', async () => {
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const sealed = await sealValue(SecretBytes.from(bytes), binding, keys);
        const opened = await openValue(sealed, { ...binding }, keys);
        expect(Buffer.compare(opened.reveal(), bytes)).toBe(0);
      }),
      { examples: [[everyByte], [new Uint8Array(0)], [Buffer.alloc(65_536, everyByte)]] },
    );
  });

  it('consists of a 12-byte nonce, the ciphertext with its tag, and a wrapped key', async () => {
    const sealed = await sealValue(value, binding, keys);
    expect([sealed.nonce.length, sealed.ciphertext.length]).toEqual([12, value.length + 16]);
    expect(sealed.wrappedKey).toMatch(/^local:v1:/);
    const row = [sealed.ciphertext.toString('latin1'), sealed.wrappedKey].join();
    expect(row).not.toContain('correct horse');
  });

  it.each([
    ['wrap', { wrapId: 'wrap-2' }],
    ['request', { requestId: 'request-2' }],
    ['key name', { keyName: 'DATABASE_UR' }],
    ['audience', { audience: 'agent' }],
    ['split of the same text', { wrapId: 'wrap-1r', requestId: 'equest-1' }],
    ['order of the same texts', { wrapId: 'request-1', requestId: 'wrap-1' }],
  ])('is rejected for another %s', async (_, change) => {
    const sealed = await sealValue(value, binding, keys);
    await expect(openValue(sealed, { ...binding, ...change }, keys)).rejects.toMatchObject(undecryptable);
  });

  it('is rejected when any part of it comes from another row', async () => {
    const other = { ...binding, wrapId: 'wrap-2' };
    const [mine, theirs] = [await sealValue(value, binding, keys), await sealValue(value, other, keys)];
    const mixes: SealedValue[] = [
      { ...mine, wrappedKey: theirs.wrappedKey },
      { ...mine, ciphertext: theirs.ciphertext },
      { ...mine, nonce: theirs.nonce },
      { ...theirs, wrappedKey: mine.wrappedKey },
      theirs,
    ];
    for (const mix of mixes) await expect(openValue(mix, binding, keys)).rejects.toMatchObject(undecryptable);
  });

  it('is rejected when any bit of nonce or ciphertext is changed, or when they are truncated', async () => {
    const sealed = await sealValue(value, binding, keys);
    const changed: SealedValue[] = [];
    for (let bit = 0; bit < 96; bit += 1) changed.push({ ...sealed, nonce: flipBit(sealed.nonce, bit) });
    for (let bit = 0; bit < sealed.ciphertext.length * 8; bit += 1) {
      changed.push({ ...sealed, ciphertext: flipBit(sealed.ciphertext, bit) });
    }
    changed.push({ ...sealed, ciphertext: sealed.ciphertext.subarray(0, -1) });
    changed.push({ ...sealed, ciphertext: Buffer.alloc(15) }, { ...sealed, nonce: Buffer.alloc(0) });
    for (const each of changed)
      await expect(openValue(each, binding, keys)).rejects.toMatchObject(undecryptable);
  });

  it('has its own 256-bit data key, wiped after use', async () => {
    const watched = new WatchedKeyService();
    const sealed = [await sealValue(value, binding, watched), await sealValue(value, binding, watched)];
    for (const each of sealed) await openValue(each, binding, watched);
    expect(new Set(watched.plain).size).toBe(2);
    expect(watched.plain.map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32, 32, 32]);
    for (const dataKey of watched.seen) expect(() => dataKey.reveal()).toThrow('wiped');
  });

  it('wipes its data key when sealing or opening fails', async () => {
    const watched = new WatchedKeyService();
    const sealed = await sealValue(value, binding, watched);
    const broken = { ...sealed, nonce: Buffer.alloc(12) };
    await expect(openValue(broken, binding, watched)).rejects.toMatchObject(undecryptable);
    watched.away = true;
    await expect(sealValue(value, binding, watched)).rejects.toThrow(KeyUnavailableError);
    expect(watched.seen).toHaveLength(3);
    for (const dataKey of watched.seen) expect(() => dataKey.reveal()).toThrow('wiped');
  });

  it('decrypts again after an outage of the key service', async () => {
    const watched = new WatchedKeyService();
    const sealed = await sealValue(value, binding, watched);
    watched.away = true;
    await expect(openValue(sealed, binding, watched)).rejects.toMatchObject({ reason: 'unavailable' });
    watched.away = false;
    expect((await openValue(sealed, binding, watched)).toBase64()).toBe(value.toBase64());
  });
});
