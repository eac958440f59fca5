import { expect, it } from '@jest/globals';
import type { ProviderIdentity } from './provider-accounts.store.js';
import { profileChanges } from './provider-profile.js';

const USER = { email: 'a@example.test', display_name: 'A' };
const claims = (
  email: string | null,
  displayName: string | null,
  emailVerified = true,
): ProviderIdentity => ({ issuer: 'https://idp.test', subject: 's', email, emailVerified, displayName });

it.each([
  ['the same again', claims('a@example.test', 'A'), {}],
  ['another e-mail', claims('b@example.test', 'A'), { email: 'b@example.test' }],
  ['the e-mail in another case', claims('A@example.test', 'A'), { email: 'A@example.test' }],
  ['another name', claims('a@example.test', 'B'), { display_name: 'B' }],
  ['both', claims('b@example.test', 'B'), { email: 'b@example.test', display_name: 'B' }],
  ['no name', claims('b@example.test', null), { email: 'b@example.test' }],
  ['an e-mail that is not verified', claims('b@example.test', 'A', false), {}],
  ['a name beside an e-mail that is not verified', claims('a@example.test', 'B', false), {}],
  ['a name without e-mail', claims(null, 'B'), {}],
])('a token with %s updates only that', (_, identity, changes) => {
  expect(profileChanges(USER, identity)).toEqual(changes);
});
