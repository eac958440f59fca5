import { describe, expect, it } from '@jest/globals';
import { parseSecretsManagerScope } from './secrets-manager-scope.js';

const ANY = { endpoint: null };

describe('where values of cloud1-sm may go when the operator names no endpoint', () => {
  it.each([
    [undefined, null],
    [
      'https://vpce-1.secretsmanager.eu-central-1.vpce.amazonaws.com',
      'https://vpce-1.secretsmanager.eu-central-1.vpce.amazonaws.com/',
    ],
    ['http://127.0.0.1:4566', 'http://127.0.0.1:4566/'],
  ])('%s is taken', (endpoint, taken) => {
    expect(parseSecretsManagerScope({ region: 'eu-central-1', endpoint }, ANY).endpoint).toBe(taken);
  });

  it.each([
    ['https://evil.example', 'store_address_not_allowed'],
    ['https://evilamazonaws.com', 'store_address_not_allowed'],
    ['https://amazonaws.com.evil.example', 'store_address_not_allowed'],
    ['http://secretsmanager.eu-central-1.amazonaws.com', 'store_address_insecure'],
    ['ftp://127.0.0.1', 'scope_invalid'],
    ['nowhere', 'scope_invalid'],
  ])('%s is refused: %s', (endpoint, code) => {
    const parse = () => parseSecretsManagerScope({ region: 'eu-central-1', endpoint }, ANY);
    expect(parse).toThrow(expect.objectContaining({ code }));
  });

  it('takes the endpoint that the operator named, however it is spelled', () => {
    const named = { endpoint: 'https://secrets.internal' };
    const scope = { region: 'eu-central-1', endpoint: 'https://secrets.internal/' };
    expect(parseSecretsManagerScope(scope, named).endpoint).toBe('https://secrets.internal');
  });
});
