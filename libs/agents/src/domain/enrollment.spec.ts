import { describe, expect, it } from '@jest/globals';
import { enrollmentRefusal } from './enrollment.js';

const issued = { consumed: false, revoked: false, expired: false };

describe('the reason an enrollment token is refused', () => {
  it.each([
    ['unknown', null, 'unauthorized'],
    ['revoked', { ...issued, revoked: true }, 'unauthorized'],
    ['revoked and expired', { ...issued, revoked: true, expired: true }, 'unauthorized'],
    ['used', { ...issued, consumed: true }, 'consumed'],
    ['used and expired', { ...issued, consumed: true, expired: true }, 'consumed'],
    ['expired', { ...issued, expired: true }, 'expired'],
    ['good, but of another cluster', issued, 'cluster_mismatch'],
  ] as const)('%s', (_, token, refusal) => {
    expect(enrollmentRefusal(token)).toBe(refusal);
  });
});
