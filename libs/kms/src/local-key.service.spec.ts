import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { KeyConfigError } from './kms.errors.js';
import { LocalKeyService } from './local-key.service.js';

const secret = (byte: number, length = 32): SecretBytes => SecretBytes.from(Buffer.alloc(length, byte));
const dataKey = secret(0x11);
const context = { wrap_id: 'w1', request_id: 'r1' };
const undecryptable = { reason: 'undecryptable', code: 'internal_error' };

describe('LocalKeyService', () => {
  it('gives the data key back for the same context, whatever the order of its members', async () => {
    const keys = new LocalKeyService(secret(1));
    const wrapped = await keys.wrapKey(dataKey, context);
    const unwrapped = await keys.unwrapKey(wrapped, { request_id: 'r1', wrap_id: 'w1' });
    expect(unwrapped.toBase64()).toBe(dataKey.toBase64());
  });

  it('names backend, format and key in each text, and never wraps to the same text twice', async () => {
    const keys = new LocalKeyService(secret(1));
    const texts = await Promise.all([keys.wrapKey(dataKey, context), keys.wrapKey(dataKey, context)]);
    for (const text of texts) expect(text).toMatch(/^local:v1:[0-9a-f]{16}:[\w-]{80}$/);
    for (const text of texts) expect(text.startsWith(`${keys.keyId}:`)).toBe(true);
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('opens texts of a previous master key and wraps under the current one only', async () => {
    const before = new LocalKeyService(secret(1));
    const after = new LocalKeyService(secret(2), [secret(9), secret(1)]);
    const old = await before.wrapKey(dataKey, context);
    expect((await after.unwrapKey(old, context)).toBase64()).toBe(dataKey.toBase64());
    const fresh = await after.wrapKey(dataKey, context);
    expect(fresh.startsWith(`${new LocalKeyService(secret(2)).keyId}:`)).toBe(true);
    await expect(before.unwrapKey(fresh, context)).rejects.toMatchObject(undecryptable);
  });

  it('refuses a text of a key it was not given', async () => {
    const wrapped = await new LocalKeyService(secret(1)).wrapKey(dataKey, context);
    await expect(new LocalKeyService(secret(2)).unwrapKey(wrapped, context)).rejects.toMatchObject(
      undecryptable,
    );
  });

  it('refuses a text relabelled with the id of another key it holds', async () => {
    const first = new LocalKeyService(secret(1));
    const both = new LocalKeyService(secret(2), [secret(1)]);
    const relabelled = (await first.wrapKey(dataKey, context)).replace(first.keyId, both.keyId);
    await expect(both.unwrapKey(relabelled, context)).rejects.toMatchObject(undecryptable);
  });

  it.each([
    ['another value', { wrap_id: 'w2', request_id: 'r1' }],
    ['a member less', { wrap_id: 'w1' }],
    ['a member more', { ...context, extra: '' }],
    ['texts shifted between members', { wrap_id: 'w1r', request_id: '1' }],
    ['swapped values', { wrap_id: 'r1', request_id: 'w1' }],
  ])('refuses a context with %s', async (_, other) => {
    const keys = new LocalKeyService(secret(1));
    const wrapped = await keys.wrapKey(dataKey, context);
    await expect(keys.unwrapKey(wrapped, other)).rejects.toMatchObject(undecryptable);
  });

  it('refuses a text with any character changed, and texts that are not its own', async () => {
    const keys = new LocalKeyService(secret(1));
    const wrapped = await keys.wrapKey(dataKey, context);
    for (let at = 0; at < wrapped.length; at += 1) {
      const changed = wrapped.slice(0, at) + (wrapped[at] === 'A' ? 'B' : 'A') + wrapped.slice(at + 1);
      await expect(keys.unwrapKey(changed, context)).rejects.toMatchObject(undecryptable);
    }
    for (const text of [
      '',
      'local:v1',
      `${keys.keyId}:`,
      `${keys.keyId}:AAAA`,
      `${wrapped}=`,
      `${wrapped}\n`,
    ]) {
      await expect(keys.unwrapKey(text, context)).rejects.toMatchObject(undecryptable);
    }
  });

  it('refuses to bind text that is not valid Unicode', async () => {
    const keys = new LocalKeyService(secret(1));
    await expect(keys.wrapKey(dataKey, { key_name: '\ud800' })).rejects.toThrow(TypeError);
  });

  it.each([0, 16, 31, 33, 64])('does not start with a master key of %i bytes', (length) => {
    expect(() => new LocalKeyService(secret(1, length))).toThrow(KeyConfigError);
    expect(() => new LocalKeyService(secret(1), [secret(2, length)])).toThrow('SVC_WRAP_MASTER_KEY_PREVIOUS');
  });

  it('passes its own check', async () => {
    await expect(new LocalKeyService(secret(1)).check()).resolves.toBeUndefined();
  });

  it('shows no key when it is printed', () => {
    const master = randomBytes(32);
    const shown = inspect(new LocalKeyService(SecretBytes.from(master)), { depth: 9, showHidden: true });
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(shown).not.toContain(master.toString(encoding));
    }
    expect(shown).toContain('local:v1:');
  });
});
