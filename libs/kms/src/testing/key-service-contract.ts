import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import type { KeyContext, KeyService } from '../key.service.js';
import { currentKeyPrefix, keyIdOf, rewrapKey } from '../rewrap-key.js';

/** A backend with a key of its own for one test. */
export interface KeyServiceSubject {
  readonly keys: KeyService;
  /** Rotates the key. @returns a service that wraps under the new key and still opens earlier texts */
  rotate(): Promise<KeyService>;
  /** Returns the data key wrapped by a key that this service must not use. */
  foreignText(dataKey: SecretBytes, context: KeyContext): Promise<string>;
  /** Returns the service with its backend unreachable; null for a backend in the process. */
  absent(): KeyService | null;
  stop(): Promise<void>;
}

const context = { wrap_id: 'w1', request_id: 'r1' };
const undecryptable = { reason: 'undecryptable', code: 'internal_error', kind: 'internal' };
const unavailable = { reason: 'unavailable', code: 'dependency_unavailable', kind: 'unavailable' };

/** The contract of every key service, whatever its backend (D57). @param text the form of its wrapped keys */
export function describeKeyService(
  name: string,
  text: RegExp,
  create: () => Promise<KeyServiceSubject>,
): void {
  describe(`the contract of key services, on ${name}`, () => {
    let subject: KeyServiceSubject;
    let keys: KeyService;
    let dataKey: SecretBytes;

    beforeEach(async () => {
      subject = await create();
      keys = subject.keys;
      dataKey = SecretBytes.from(randomBytes(32));
    });

    afterEach(async () => {
      await keys.stop();
      await subject.stop();
    });

    const expectOpens = async (service: KeyService, wrapped: string): Promise<void> => {
      expect((await service.unwrapKey(wrapped, context)).toBase64()).toBe(dataKey.toBase64());
    };

    it('unwraps a data key with the same context, in any order of members', async () => {
      const wrapped = await keys.wrapKey(dataKey, { wrap_id: 'w1', request_id: 'r1' });
      const unwrapped = await keys.unwrapKey(wrapped, { request_id: 'r1', wrap_id: 'w1' });
      expect(unwrapped.toBase64()).toBe(dataKey.toBase64());
    });

    it('names backend and key in each ciphertext, and never returns the same ciphertext twice', async () => {
      const texts = [await keys.wrapKey(dataKey, context), await keys.wrapKey(dataKey, context)];
      for (const each of texts) expect(each).toMatch(text);
      for (const each of texts) expect(each.startsWith(`${keys.keyId}:`)).toBe(true);
      expect(texts[0]).not.toBe(texts[1]);
    });

    it('does not contain the data key in the ciphertext', async () => {
      const wrapped = await keys.wrapKey(dataKey, context);
      expect(Buffer.from(wrapped.slice(wrapped.lastIndexOf(':') + 1), 'base64')).not.toContain(
        Buffer.from(dataKey.reveal()),
      );
      expect(wrapped).not.toContain(dataKey.toBase64());
    });

    it("does not wipe the caller's data key", async () => {
      const before = dataKey.toBase64();
      await keys.wrapKey(dataKey, context);
      expect(dataKey.toBase64()).toBe(before);
    });

    it.each<[string, KeyContext]>([
      ['another value', { wrap_id: 'w2', request_id: 'r1' }],
      ['a member less', { wrap_id: 'w1' }],
      ['a member more', { ...context, extra: 'x' }],
      ['texts shifted between members', { wrap_id: 'w1r', request_id: '1' }],
      ['swapped values', { wrap_id: 'r1', request_id: 'w1' }],
      ['no members', {}],
    ])('rejects a context with %s', async (_, other) => {
      const wrapped = await keys.wrapKey(dataKey, context);
      await expect(keys.unwrapKey(wrapped, other)).rejects.toMatchObject(undecryptable);
      await expectOpens(keys, wrapped);
    });

    it('rejects a changed or truncated ciphertext', async () => {
      const wrapped = await keys.wrapKey(dataKey, context);
      const start = wrapped.lastIndexOf(':') + 1;
      const at = wrapped.length - 12;
      const changed = wrapped.slice(0, at) + (wrapped[at] === 'A' ? 'B' : 'A') + wrapped.slice(at + 1);
      for (const each of [changed, wrapped.slice(0, start), `${wrapped}\n`, `${wrapped}=`]) {
        await expect(keys.unwrapKey(each, context)).rejects.toMatchObject(undecryptable);
      }
    });

    it('rejects ciphertexts of other backends and arbitrary text', async () => {
      const others = [
        'local:v1:0011223344556677:AAAA',
        'transit:v1:some-other-key:vault:v1:AAAA',
        'cloud-kms:v1:alias/some-key:AAAA',
        'vault:v1:AAAA',
        '',
      ];
      for (const other of others) {
        await expect(keys.unwrapKey(other, context)).rejects.toMatchObject(undecryptable);
      }
    });

    it('rejects a ciphertext of a key that is not configured', async () => {
      const foreign = await subject.foreignText(dataKey, context);
      await expect(keys.unwrapKey(foreign, context)).rejects.toMatchObject(undecryptable);
    });

    it('decrypts ciphertexts from before a rotation and uses the new key afterwards', async () => {
      const old = await keys.wrapKey(dataKey, context);
      const rotated = await subject.rotate();
      const fresh = await rotated.wrapKey(dataKey, context);
      expect(keyIdOf(fresh)).not.toBe(keyIdOf(old));
      await expectOpens(rotated, old);
      await expectOpens(rotated, fresh);
      await rotated.stop();
    });

    it('rewraps a ciphertext from before a rotation under the new key', async () => {
      const old = await keys.wrapKey(dataKey, context);
      const rotated = await subject.rotate();
      const prefix = await currentKeyPrefix(rotated);
      const fresh = await rewrapKey(old, context, rotated);
      expect([old.startsWith(prefix), fresh.startsWith(prefix)]).toEqual([false, true]);
      await expectOpens(rotated, fresh);
      await expect(rewrapKey(old, { ...context, wrap_id: 'w2' }, rotated)).rejects.toMatchObject(
        undecryptable,
      );
      await rotated.stop();
    });

    it('reports an unavailable backend, and decrypts after it returns', async () => {
      const wrapped = await keys.wrapKey(dataKey, context);
      const absent = subject.absent();
      if (absent !== null) {
        await expect(absent.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
        await expect(absent.unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
        await expect(absent.check()).rejects.toMatchObject(unavailable);
        await absent.stop();
      }
      await expectOpens(keys, wrapped);
    });

    it('does not mix up keys wrapped concurrently', async () => {
      const many = Array.from({ length: 8 }, (_, at) => SecretBytes.from(Buffer.alloc(32, at)));
      const opened = await Promise.all(
        many.map(async (key, at) => {
          const own = { ...context, wrap_id: `w${at}` };
          return (await keys.unwrapKey(await keys.wrapKey(key, own), own)).toBase64();
        }),
      );
      expect(opened).toEqual(many.map((key) => key.toBase64()));
    });

    it('rejects a context that is not valid Unicode', async () => {
      await expect(keys.wrapKey(dataKey, { key_name: '\ud800' })).rejects.toThrow(TypeError);
    });

    it('passes its own health check', async () => {
      await expect(keys.check()).resolves.toBeUndefined();
    });
  });
}
