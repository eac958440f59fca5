import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { KeyConfigError } from './kms.errors.js';
import { LocalKeyService } from './local-key.service.js';
import { describeKeyService } from './testing/key-service-contract.js';

const secret = (byte: number, length = 32): SecretBytes => SecretBytes.from(Buffer.alloc(length, byte));
const dataKey = secret(0x11);
const context = { wrap_id: 'w1', request_id: 'r1' };
const undecryptable = { reason: 'undecryptable', code: 'internal_error' };

describeKeyService('local', /^local:v1:[0-9a-f]{16}:[\w-]{80}$/, async () => ({
  keys: new LocalKeyService(secret(1)),
  rotate: async () => new LocalKeyService(secret(2), [secret(1)]),
  foreignText: (key, binding) => new LocalKeyService(secret(3)).wrapKey(key, binding),
  absent: () => null,
  stop: async () => undefined,
}));

describe('LocalKeyService', () => {
  it('decrypts with a previous master key and wraps only with the current one', async () => {
    const before = new LocalKeyService(secret(1));
    const after = new LocalKeyService(secret(2), [secret(9), secret(1)]);
    const old = await before.wrapKey(dataKey, context);
    expect((await after.unwrapKey(old, context)).toBase64()).toBe(dataKey.toBase64());
    const fresh = await after.wrapKey(dataKey, context);
    expect(fresh.startsWith(`${new LocalKeyService(secret(2)).keyId}:`)).toBe(true);
    await expect(before.unwrapKey(fresh, context)).rejects.toMatchObject(undecryptable);
  });

  it('rejects a ciphertext relabelled with the id of another of its keys', async () => {
    const first = new LocalKeyService(secret(1));
    const both = new LocalKeyService(secret(2), [secret(1)]);
    const relabelled = (await first.wrapKey(dataKey, context)).replace(first.keyId, both.keyId);
    await expect(both.unwrapKey(relabelled, context)).rejects.toMatchObject(undecryptable);
  });

  it('rejects a ciphertext with any character changed, and those of other backends', async () => {
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

  it.each([0, 16, 31, 33, 64])('refuses a master key of %i bytes', (length) => {
    expect(() => new LocalKeyService(secret(1, length))).toThrow(KeyConfigError);
    expect(() => new LocalKeyService(secret(1), [secret(2, length)])).toThrow('SVC_WRAP_MASTER_KEY_PREVIOUS');
  });

  it('reveals no key when it is printed', () => {
    const master = randomBytes(32);
    const shown = inspect(new LocalKeyService(SecretBytes.from(master)), { depth: 9, showHidden: true });
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(shown).not.toContain(master.toString(encoding));
    }
    expect(shown).toContain('local:v1:');
  });
});
