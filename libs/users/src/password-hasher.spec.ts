import { describe, expect, it } from '@jest/globals';
import bcrypt from 'bcrypt';
import { PasswordHasher } from './password-hasher.js';

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher();

  it('verifies a password against a hash of cost 12', async () => {
    const verifier = await hasher.hash('correct horse battery');
    expect(bcrypt.getRounds(verifier)).toBe(12);
    expect(await hasher.matches('correct horse battery', verifier)).toBe(true);
    expect(await hasher.matches('correct horse batterz', verifier)).toBe(false);
  });

  it('rejects new passwords over 72 bytes of UTF-8, and never accepts one', async () => {
    const longest = 'é'.repeat(36);
    const verifier = await hasher.hash(longest);
    await expect(hasher.hash(`${longest}x`)).rejects.toThrow(RangeError);
    expect(await hasher.matches(longest, verifier)).toBe(true);
    expect(await hasher.matches(`${longest}x`, verifier)).toBe(false);
  });

  it('matches nothing without a hash or without a password', async () => {
    expect(await hasher.matches('anything', null)).toBe(false);
    expect(await hasher.matches(null, await hasher.hash(''))).toBe(false);
  });
});
