import { describe, expect, it } from '@jest/globals';
import { wrapErrors } from './wraps.errors.js';

describe('wrap errors', () => {
  it('have the codes of D32: consumed and expired are gone, another audience is not found', () => {
    const told = Object.values(wrapErrors).map((error) => `${error().kind} ${error().code}`);
    expect(told).toEqual([
      'not_found wrap_not_found',
      'gone wrap_consumed',
      'gone wrap_expired',
      'conflict wrap_exists',
    ]);
  });

  it('have one message each', () => {
    const sentences = Object.values(wrapErrors).map((error) => error().message);
    expect(sentences).toEqual([
      'Wrap not found.',
      'This wrap has already been retrieved.',
      'This wrap has expired, or was destroyed when its request or reveal session ended.',
      'This key already has a wrap.',
    ]);
  });
});
