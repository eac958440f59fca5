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

describe('the event of a created wrap', () => {
  it.each([
    ['local:v1:4be1f0a2', 'local:v1:4be1f0a2:q83vEjRWeJA='],
    ['transit:v1:wraps:vault:v3', 'transit:v1:wraps:vault:v3:q83vEjRWeJA='],
    [
      'cloud-kms:v1:arn:aws:kms:eu-west-1:111122223333:key/1234',
      'cloud-kms:v1:arn:aws:kms:eu-west-1:111122223333:key/1234:q83vEjRWeJA=',
    ],
  ])('names the key %s, and contains nothing of the ciphertext', (keyId, wrappedKey) => {
    const wrap = sealedUnder(wrappedKey);
    const event = wrapEvents.created('system:test', wrap, 'c');
    expect(event).toMatchObject({ action: 'wrap.create', resource: `wrap:${wrap.id}`, correlationId: 'c' });
    expect(event.metadata).toEqual({
      request_id: wrap.requestId,
      key_name: 'password',
      audience: 'requester',
      key_id: keyId,
    });
  });
});

describe('the event of a retrieval', () => {
  const wrap = { wrapId: 'w', requestId: 'r', keyName: 'password', audience: 'agent' } as const;

  it('names wrap, request, key and audience, with the correlation id of the request', () => {
    expect(wrapEvents.retrieved('user:ann', { ...wrap, correlationId: 'c' })).toEqual({
      ...{ actor: 'user:ann', action: 'wrap.retrieve', resource: 'wrap:w', status: 'success' },
      metadata: { request_id: 'r', key_name: 'password', audience: 'agent' },
      correlationId: 'c',
    });
  });

  it('names the code of a denial, and has a correlation id when the request is known', () => {
    const denied = {
      ...{ actor: 'user:ann', action: 'wrap.retrieve', resource: 'wrap:w', status: 'denied' },
      metadata: { request_id: 'r', error_kind: 'wrap_expired' },
    };
    const subject = { wrapId: 'w', requestId: 'r' };
    const known = wrapEvents.retrievalDenied('user:ann', { ...subject, correlationId: 'c' }, 'wrap_expired');
    expect(known).toStrictEqual({ ...denied, correlationId: 'c' });
    expect(wrapEvents.retrievalDenied('user:ann', subject, 'wrap_expired')).toStrictEqual(denied);
  });
});
