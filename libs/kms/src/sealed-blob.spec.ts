import { describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { LocalKeyService } from './local-key.service.js';
import { openBlob, sealBlob } from './sealed-blob.js';

const keys = new LocalKeyService(SecretBytes.from(Buffer.alloc(32, 1)));
const secret = SecretBytes.fromUtf8('a factor secret');
const undecryptable = { reason: 'undecryptable' };

describe('a sealed blob', () => {
  it('decrypts under its own label', async () => {
    for (const bytes of [secret, SecretBytes.from(Buffer.alloc(0))]) {
      const sealed = await sealBlob(bytes, 'mfa-factor|1', keys);
      expect(sealed).toMatch(/^blob1\.[\w-]+\.local:v1:[0-9a-f]{16}:[\w-]+$/);
      expect((await openBlob(sealed, 'mfa-factor|1', keys)).toBase64()).toBe(bytes.toBase64());
    }
  });

  it('is rejected under another label', async () => {
    const sealed = await sealBlob(secret, 'mfa-factor|1', keys);
    for (const label of ['mfa-factor|2', 'mfa-factor|', 'dek|1', '']) {
      await expect(openBlob(sealed, label, keys)).rejects.toMatchObject(undecryptable);
    }
  });

  it('is rejected with any character changed, and with another key', async () => {
    const sealed = await sealBlob(secret, 'mfa-factor|1', keys);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      await expect(openBlob(changed, 'mfa-factor|1', keys)).rejects.toMatchObject(undecryptable);
    }
    const other = await sealBlob(secret, 'mfa-factor|1', keys);
    const mixed = [...sealed.split('.').slice(0, 2), other.split('.')[2]].join('.');
    await expect(openBlob(mixed, 'mfa-factor|1', keys)).rejects.toMatchObject(undecryptable);
    for (const text of ['', 'blob1', 'blob1..', 'blob1.AAAA.', 'blob1.AAAA.local:v1:x:y']) {
      await expect(openBlob(text, 'mfa-factor|1', keys)).rejects.toMatchObject(undecryptable);
    }
  });
});
