import { describe, expect, it } from '@jest/globals';
import { wrapErrors } from './wraps.errors.js';

describe('what can be wrong with a wrap', () => {
  it('is answered with the codes of D32: spent and expired are gone, another audience is unknown', () => {
    const told = Object.values(wrapErrors).map((error) => `${error().kind} ${error().code}`);
    expect(told).toEqual([
      'not_found wrap_not_found',
      'gone wrap_consumed',
      'gone wrap_expired',
      'conflict wrap_exists',
    ]);
  });

  it('is told in a sentence of its own', () => {
    const sentences = Object.values(wrapErrors).map((error) => error().message);
    expect(sentences).toEqual([
      'Wrap not found.',
      'This wrap was retrieved; a wrap opens once.',
      'This wrap has expired.',
      'This key has its value already.',
    ]);
  });
});
