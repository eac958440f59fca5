import { describe, expect, it } from '@jest/globals';
import { workloadOfToken } from './workload-of-token.js';

const TOKEN = {
  issuer: 'https://ci.example',
  audiences: ['countersign'],
  claims: { sub: 'repo:acme/app:main' },
  signingInput: '',
};
const one = (over: object = {}) => ({
  ...{ name: 'one', audience: 'countersign', claims: { sub: 'repo:acme/app:main' }, disabled: false },
  ...over,
});
const two = one({ name: 'two', claims: { sub: 'repo:acme/*' } });

describe('the workload of a token', () => {
  it.each([
    ['of an unknown issuer', [], null, 'issuer_unknown'],
    ['for another audience', [one({ audience: 'else' })], null, 'audience_unknown'],
    ['of another subject', [one({ claims: { sub: 'repo:acme/other:main' } })], null, 'claims_mismatch'],
    ['of one that fits, by another name', [one()], 'two', 'claims_mismatch'],
    ['of a disabled one', [one({ disabled: true })], null, 'workload_disabled'],
    ['of two', [one(), two], null, 'workload_ambiguous'],
  ])('%s matches no workload', (_, registered, wanted, expected) => {
    expect(workloadOfToken(TOKEN, registered, wanted)).toBe(expected);
  });

  it.each([
    ['the only one', [one()], null, 'one'],
    ['the only one for its audience', [one(), { ...two, audience: 'else' }], null, 'one'],
    ['the only enabled one', [one({ disabled: true }), two], null, 'two'],
    ['the one that is named', [one(), two], 'two', 'two'],
  ])('is %s', (_, registered, wanted, expected) => {
    expect(workloadOfToken(TOKEN, registered, wanted)).toMatchObject({ name: expected });
  });
});
