import type { ProviderType } from './provider-type.js';
import { describe, expect, it } from '@jest/globals';
import { type ConnectionScope, scopeFault } from './connection-scope.js';

const strict = { allowInsecureStoreAddr: false, rejectSecretsInScope: true };
const vault = { address: 'https://store.example.test:8200', kvMount: 'secret' };

describe('the scope of a connection', () => {
  it.each<[ProviderType, ConnectionScope]>([
    ['vault', vault],
    ['vault', { ...vault, kvPrefix: 'apps/', namespace: 'team-a' }],
    ['vault', { ...vault, address: 'https://store.example.test/?region=eu' }],
    ['vault', { ...vault, address: 'https://store.example.test?owner=a@b' }],
    ['vault', { ...vault, address: 'https://store.example.test/a@b' }],
    ['cloud1-sm', { region: 'eu-west-1', roleArn: 'arn:aws:iam::123456789012:role/reader+a=b,c.d@e_f/g-h' }],
    ['cloud1-sm', { region: 'eu-west-1', endpoint: 'https://sm.example.test' }],
    ['cloud2-kv', { vaultName: 'v', tenantId: 't', clientId: 'c' }],
    ['cloud3-sm', { projectId: 'p', serviceAccount: 'reader@p.example.test' }],
    ['orchestrator', {}],
  ])('accepts type %s as %j', (type, scope) => {
    expect(scopeFault(type, scope, strict)).toBeNull();
  });

  it.each([
    ['Password'],
    ['PASSWD'],
    ['secret'],
    ['token'],
    ['access_token'],
    ['refresh-token'],
    ['apiKey'],
    ['ACCESS-KEY'],
    ['accessKeyId'],
    ['secret_key'],
    ['secretAccessKey'],
    ['private-key'],
    ['client_secret'],
    ['credentials'],
  ])('rejects a member named %s at any depth', (bannedKey) => {
    const fault = { code: 'credential_in_scope', bannedKey };
    expect(scopeFault('vault', { ...vault, [bannedKey]: 'x' }, strict)).toEqual(fault);
    expect(scopeFault('vault', { ...vault, a: [{ b: { [bannedKey]: 'x' } }] }, strict)).toEqual(fault);
  });

  it.each([
    ['kvPrefix', { ...vault, kvPrefix: 'hvs.abc' }],
    ['kvPrefix', { ...vault, kvPrefix: ' AKIAABCDEF' }],
    ['a.b', { ...vault, a: { b: 'eyJhbGciOi' } }],
    ['a.0', { ...vault, a: ['ya29.abc'] }],
  ])('rejects a value that looks like a secret: %s', (field, scope) => {
    expect(scopeFault('vault', scope, strict)).toEqual({ code: 'secret_in_scope', field });
  });

  it.each([['hvs.CAESIJq9q9q9'], ['eyJhbGciOi'], ['AKIAQ9Q9Q9Q9'], [`q9${'x'.repeat(40)}`], ['with q9']])(
    'never repeats a member name that might be a secret: %s',
    (name) => {
      const unknown = scopeFault('vault', { ...vault, [name]: 'x' }, strict);
      expect(unknown).toEqual({ code: 'provider_scope_invalid', missing: [], unknown: ['[redacted]'] });
      const shaped = scopeFault('vault', { ...vault, a: { [name]: { b: 'hvs.x' } } }, strict);
      expect(shaped).toEqual({ code: 'secret_in_scope', field: 'a.[redacted].b' });
    },
  );

  it('accepts a value that looks like a secret when the check is disabled, but never a credential', () => {
    const lax = { ...strict, rejectSecretsInScope: false };
    expect(scopeFault('vault', { ...vault, kvPrefix: 'hvs.abc' }, lax)).toBeNull();
    expect(scopeFault('vault', { ...vault, token: 'abc' }, lax)?.code).toBe('credential_in_scope');
  });

  it('names missing and unknown members', () => {
    const fault = scopeFault('vault', { kvMount: '', region: 'x' }, strict);
    expect(fault).toEqual({
      code: 'provider_scope_invalid',
      missing: ['address', 'kvMount'],
      unknown: ['region'],
    });
    const { address } = vault;
    expect(scopeFault('vault', { address }, strict)).toMatchObject({ missing: ['kvMount'], unknown: [] });
    expect(scopeFault('vault', { ...vault, region: 'x' }, strict)).toMatchObject({
      missing: [],
      unknown: ['region'],
    });
  });

  it.each([[1], [null], [{}], [['x']], [true], ['a\u0000b']])('accepts only text, not %j', (kvPrefix) => {
    expect(scopeFault('vault', { ...vault, kvPrefix }, strict)).toEqual({
      code: 'not_text',
      field: 'kvPrefix',
    });
  });

  it.each([
    ['http://store.example.test'],
    ['ftp://store.example.test'],
    ['store.example.test'],
    ['https://'],
    ['https://user@store.example.test'],
    ['https://user:pw@store.example.test'],
    ['https://@store.example.test'],
    ['https://:@store.example.test'],
    ['https:/user@store.example.test'],
    ['https:/:pw@store.example.test'],
    ['https://store.example.test/?apikey=abc'],
    ['https://store.example.test/?api_key=abc'],
    ['https://store.example.test/?accesskey=abc'],
    ['https://store.example.test/?access-key=abc'],
    ['https://store.example.test/?token=abc'],
    ['https://store.example.test/?X-Vault-Token=abc'],
    ['https://store.example.test/?q=hvs.abc'],
    ['https://store.example.test/#access_token=abc'],
  ])('rejects the address %s', (address) => {
    expect(scopeFault('vault', { ...vault, address }, strict)).toEqual({ code: 'invalid_provider_url' });
  });

  it('accepts http only for vault addresses, and only when allowed', () => {
    const lax = { ...strict, allowInsecureStoreAddr: true };
    expect(scopeFault('vault', { ...vault, address: 'http://127.0.0.1:8200' }, lax)).toBeNull();
    const other = scopeFault('vault', { ...vault, address: 'ftp://127.0.0.1:8200' }, lax);
    expect(other).toEqual({ code: 'invalid_provider_url' });
    const endpoint = { region: 'r', endpoint: 'http://127.0.0.1' };
    expect(scopeFault('cloud1-sm', endpoint, lax)).toEqual({ code: 'invalid_provider_url' });
  });

  it.each([
    ['arn:aws:iam::12345678901:role/x'],
    ['arn:aws:iam::123456789012:user/x'],
    ['arn:aws:iam::123456789012:role/'],
    ['arn:aws:iam::123456789012:role/a b'],
    ['xarn:aws:iam::123456789012:role/a'],
  ])('rejects the role %s', (roleArn) => {
    expect(scopeFault('cloud1-sm', { region: 'r', roleArn }, strict)).toEqual({ code: 'invalid_role_arn' });
  });
});
