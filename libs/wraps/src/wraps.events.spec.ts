import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { SealedWrap } from './seal-wraps.js';
import { wrapEvents } from './wraps.events.js';

const sealedUnder = (wrappedKey: string): SealedWrap => ({
  id: randomUUID(),
  requestId: randomUUID(),
  keyName: 'password',
  audience: 'requester',
  sealed: { ciphertext: Buffer.alloc(16), nonce: Buffer.alloc(12), wrappedKey },
});

describe('the event of a wrap that is created', () => {
  it.each([
    ['local:v1:4be1f0a2', 'local:v1:4be1f0a2:q83vEjRWeJA='],
    ['transit:v1:wraps:vault:v3', 'transit:v1:wraps:vault:v3:q83vEjRWeJA='],
    [
      'cloud-kms:v1:arn:aws:kms:eu-west-1:111122223333:key/1234',
      'cloud-kms:v1:arn:aws:kms:eu-west-1:111122223333:key/1234:q83vEjRWeJA=',
    ],
  ])('names the key %s, and holds nothing of the wrapped text', (keyId, wrappedKey) => {
    const wrap = sealedUnder(wrappedKey);
    expect(wrapEvents.created('system:test', wrap, randomUUID()).metadata).toEqual({
      request_id: wrap.requestId,
      key_name: 'password',
      audience: 'requester',
      key_id: keyId,
    });
  });
});
