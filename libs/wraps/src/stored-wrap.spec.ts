import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createKeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { sealWraps } from './seal-wraps.js';
import { openWrap, storedWrap, type StoredWrapRow } from './stored-wrap.js';

const keys = createKeyService({
  backend: 'local',
  masterKey: SecretBytes.from(randomBytes(32)),
  previousMasterKeys: [],
});

async function aRow(): Promise<StoredWrapRow> {
  const requestId = randomUUID();
  const values = new Map([['password', SecretBytes.fromUtf8('s3cret')]]);
  const [wrap] = await sealWraps(keys, requestId, 'requester', values);
  const { ciphertext, nonce, wrappedKey } = wrap!.sealed;
  return {
    ...{ id: wrap!.id, requestId, keyName: 'password', audience: 'requester', jobId: 'job' },
    ...{ status: 'available', expiresAt: new Date(0), ciphertext, nonce, wrappedKey },
  };
}
const textOf = async (row: StoredWrapRow): Promise<string> =>
  Buffer.from((await openWrap(storedWrap(row), keys)).reveal()).toString();

describe('a stored wrap', () => {
  it('is mapped from its row member by member, and decrypts', async () => {
    const row = await aRow();
    expect(storedWrap(row)).toEqual({
      ...{ id: row.id, requestId: row.requestId, keyName: 'password', audience: 'requester', jobId: 'job' },
      ...{ status: 'available', expiresAt: new Date(0) },
      sealed: { ciphertext: row.ciphertext, nonce: row.nonce, wrappedKey: row.wrappedKey },
    });
    expect(await textOf(row)).toBe('s3cret');
  });

  it.each(['ciphertext', 'nonce', 'wrappedKey'] as const)('without its %s has no value', async (column) => {
    const wrap = storedWrap({ ...(await aRow()), [column]: null });
    expect(wrap.sealed).toBeNull();
    await expect(openWrap(wrap, keys)).rejects.toThrow('This wrap has no ciphertext any more.');
  });

  it.each([
    ['wrap', { id: randomUUID() }],
    ['request', { requestId: randomUUID() }],
    ['key', { keyName: 'user' }],
    ['audience', { audience: 'agent' as const }],
  ])('does not decrypt as that of another %s: swapped rows are detected (D31)', async (_what, change) => {
    await expect(textOf({ ...(await aRow()), ...change })).rejects.toThrow();
  });
});

describe('sealing values', () => {
  it('creates one wrap per key for the request and audience', async () => {
    const values = new Map(['user', 'password'].map((name) => [name, SecretBytes.fromUtf8(name)]));
    const wraps = await sealWraps(keys, 'request', 'agent', values);
    expect(wraps.map(({ requestId, keyName, audience }) => [requestId, keyName, audience])).toEqual([
      ['request', 'user', 'agent'],
      ['request', 'password', 'agent'],
    ]);
    expect(new Set(wraps.map(({ id }) => id)).size).toBe(2);
    expect(new Set(wraps.map(({ sealed }) => sealed.wrappedKey)).size).toBe(2);
  });
});
