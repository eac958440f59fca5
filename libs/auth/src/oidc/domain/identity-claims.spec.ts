import { describe, expect, it } from '@jest/globals';
import { readIdentity, readSid } from './identity-claims.js';

const token = { iss: 'https://idp.test', sub: 'subject' };

describe('readIdentity', () => {
  it('returns issuer, subject and names', () => {
    const claims = { ...token, email: ' a@example.test ', email_verified: true, name: 'A' };
    expect(readIdentity(claims)).toEqual({
      issuer: token.iss,
      subject: token.sub,
      email: 'a@example.test',
      emailVerified: true,
      displayName: 'A',
    });
  });

  it.each(['', 'x'.repeat(256), 'a\u0000', 'ä', 7, undefined, null])('rejects the sub %j', (sub) =>
    expect(readIdentity({ ...token, sub })).toBeNull(),
  );

  it.each([
    '',
    '   ',
    'a\u0000@example.test',
    'a\r\n@example.test',
    `${'x'.repeat(320)}@example.test`,
    7,
    null,
  ])('returns no e-mail for %j', (email) => expect(readIdentity({ ...token, email })?.email).toBeNull());

  it.each(['A\u001b[2J', 'A\u009b2J', 'A\nB'])('returns no name for %j', (name) =>
    expect(readIdentity({ ...token, name })?.displayName).toBeNull(),
  );

  it.each(['true', 1, false, null, undefined])(
    'returns no verified e-mail when the claim is %j',
    (email_verified) => expect(readIdentity({ ...token, email_verified })?.emailVerified).toBe(false),
  );
});

describe('readSid', () => {
  it('returns one line of text, or null', () => {
    expect(readSid({ sid: 'abc' })).toBe('abc');
    for (const sid of ['', 7, 'a\u0000', undefined]) expect(readSid({ sid })).toBeNull();
  });
});
