import { describe, expect, it } from '@jest/globals';
import { PROVIDER_TYPES, type ProviderType } from '#libs/connection-scope';
import { storeSettingsFor } from '../testing/store-settings-for.js';
import { AllowedAddress, isAllowedAddress } from './allowed-address.js';
import { DRIVERS } from './provider-drivers.js';
import { scopeUrl } from './scope-url.js';
import { storeAddress } from './store-address.js';

const NOTHING = { pinned: null, listed: [] };

function isAllowed(
  type: ProviderType,
  url: URL,
  named: { pinned: string | null; listed: readonly string[] },
): boolean {
  return isAllowedAddress(url, { ...named, vendorHosts: DRIVERS[type].vendorHosts });
}

describe('an address that the operator has not configured', () => {
  it.each<[ProviderType, string]>([
    ['cloud1-sm', 'https://secretsmanager.eu-central-1.amazonaws.com'],
    ['cloud1-sm', 'https://SecretsManager.EU-central-1.amazonaws.com:443/'],
    ['cloud1-sm', 'https://secretsmanager-fips.us-gov-west-1.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager.cn-north-1.amazonaws.com.cn'],
    ['cloud1-sm', 'https://vpce-0a1-b2c.secretsmanager.ap-southeast-12.vpce.amazonaws.com'],
    ['cloud1-sm', 'https://vpce-0a1.secretsmanager.cn-northwest-1.vpce.amazonaws.com.cn'],
    ['cloud2-kv', 'https://demo-vault.vault.azure.net'],
    ['cloud2-kv', 'https://demo-vault.vault.azure.cn'],
    ['cloud2-kv', 'https://demo-vault.vault.usgovcloudapi.net'],
    ['cloud3-sm', 'https://secretmanager.googleapis.com'],
    ['cloud3-sm', 'https://secretmanager.europe-west3.rep.googleapis.com'],
  ])('is allowed for %s if it is the vendor’s: %s', (type, address) => {
    expect(isAllowed(type, new URL(address), NOTHING)).toBe(true);
  });

  it.each<[ProviderType, string]>([
    ['vault', 'https://vault.example:8200'],
    ['vault', 'http://127.0.0.1:8200'],
    ['orchestrator', 'https://kubernetes.default.svc'],
    // Hostnames that AWS customers can choose, and those of its other services.
    ['cloud1-sm', 'https://a1b2c3.execute-api.us-east-1.amazonaws.com'],
    ['cloud1-sm', 'https://vpce-1-a1b2c3.execute-api.us-east-1.vpce.amazonaws.com'],
    ['cloud1-sm', 'https://vpce-1.vpce-svc-2.us-east-1.vpce.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager.s3.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager.s3-us-west-2.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager.s3.us-west-2.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager-1.us-east-1.elb.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.elb.amazonaws.com'],
    ['cloud1-sm', 'https://ec2-203-0-113-7.compute-1.amazonaws.com'],
    ['cloud1-sm', 'https://sts.us-east-1.amazonaws.com'],
    ['cloud1-sm', 'https://evil.secretsmanager.us-east-1.amazonaws.com'],
    ['cloud1-sm', 'https://evil.secretsmanager.us-east-1.vpce.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.com.evil.example'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.com.cn'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.evilamazonaws.com'],
    // The same hostname in another spelling, scheme or port.
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.com.'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.com:8443'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.com/path'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.com?x=1'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.com@evil.example'],
    ['cloud1-sm', 'https://u:p@secretsmanager.us-east-1.amazonaws.com'],
    ['cloud1-sm', 'http://secretsmanager.us-east-1.amazonaws.com'],
    ['cloud1-sm', 'https://secretsmanager.us-east-1.amazonaws.xn--com-0na'],
    ['cloud1-sm', 'https://sécretsmanager.us-east-1.amazonaws.com'],
    ['cloud2-kv', 'https://vault.azure.net'],
    ['cloud2-kv', 'https://evil.demo.vault.azure.net'],
    ['cloud2-kv', 'https://demo.vault.azure.net.evil.example'],
    ['cloud2-kv', 'https://demo.vault.azure.com'],
    ['cloud3-sm', 'https://evil.googleapis.com'],
    ['cloud3-sm', 'https://secretmanager.evil.rep.googleapis.com'],
    ['cloud3-sm', 'https://storage.googleapis.com/secretmanager.googleapis.com'],
    // Loopback and link-local addresses, in every spelling.
    ['cloud1-sm', 'https://127.0.0.1'],
    ['cloud1-sm', 'https://2130706433'],
    ['cloud1-sm', 'https://0x7f.1'],
    ['cloud1-sm', 'https://[::ffff:127.0.0.1]'],
    ['cloud1-sm', 'https://169.254.169.254'],
    ['cloud1-sm', 'https://localhost'],
  ])('is refused for %s: %s', (type, address) => {
    expect(isAllowed(type, new URL(address), NOTHING)).toBe(false);
  });
});

describe('an address that the operator has configured', () => {
  const VAULT = { pinned: 'https://vault.example:8200/one', listed: [] };

  it.each([
    ['https://vault.example:8200/one', true],
    ['https://VAULT.example:8200/one/', true],
    ['https://vault.example:8200/x/../one', true],
    ['https://vault.example:8200/', false],
    ['https://vault.example:8200/two', false],
    ['https://vault.example:8200/one/two', false],
    ['https://vault.example/one', false],
    ['http://vault.example:8200/one', false],
    ['https://vault.example.:8200/one', false],
  ])('is compared as a whole: %s, %s', (address, expected) => {
    expect(isAllowed('vault', new URL(address), VAULT)).toBe(expected);
  });

  it('may be in a list of origins, for any type', () => {
    const boundary = { pinned: null, listed: ['https://a.example', 'https://b.example:8443'] };
    for (const type of PROVIDER_TYPES) {
      expect(isAllowed(type, new URL('https://b.example:8443'), boundary)).toBe(true);
      expect(isAllowed(type, new URL('https://b.example'), boundary)).toBe(false);
      expect(isAllowed(type, new URL('https://a.example/path'), boundary)).toBe(false);
    }
  });

  it('excludes the vendor’s own, unless it is listed as well', () => {
    const vendor = new URL('https://secretsmanager.eu-central-1.amazonaws.com');
    const pinned = 'https://proxy.example';
    expect(isAllowed('cloud1-sm', vendor, { pinned, listed: [] })).toBe(false);
    expect(isAllowed('cloud1-sm', vendor, { pinned, listed: [vendor.origin] })).toBe(true);
  });
});

describe('an allowed address', () => {
  const address = AllowedAddress.check(new URL('https://v.example/one'), {
    vendorHosts: [],
    pinned: 'https://v.example/one/',
    listed: [],
  });

  it('allows only paths below itself', () => {
    expect(address.below('v1/a?list=true').href).toBe('https://v.example/one/v1/a?list=true');
    for (const path of [
      '//evil.example',
      'https://evil.example/',
      '/other',
      '../other',
      '\\\\evil.example',
    ]) {
      expect(() => address.below(path)).toThrow(expect.objectContaining({ code: 'address_not_allowed' }));
    }
  });
});

describe('a URL in a scope', () => {
  it.each([
    'https://u:p@a.example',
    'https://@a.example',
    'https://a.example?',
    'https://a.example#',
    'ftp://a',
    'a',
    '',
  ])('is rejected if it contains more than an address: %j', (text) =>
    expect(() => scopeUrl(text)).toThrow(expect.objectContaining({ code: 'scope_invalid' })),
  );
});

describe('the address of a store', () => {
  const named = { addresses: ['https://vault.example:8200', 'https://vpce.example'] };
  const azure = { tenantId: 'contoso.onmicrosoft.com', clientId: '99999999-8888-7777-6666-555555555555' };
  const address = (type: string, scope: Record<string, unknown>): string =>
    storeAddress({ type, scope }, storeSettingsFor('token', {}, named)).address.href;

  it.each([
    ['vault', { address: 'https://vault.example:8200', kvMount: 'kv' }, 'https://vault.example:8200/'],
    ['cloud1-sm', { region: 'eu-central-1' }, 'https://secretsmanager.eu-central-1.amazonaws.com/'],
    ['cloud1-sm', { region: 'cn-north-1' }, 'https://secretsmanager.cn-north-1.amazonaws.com.cn/'],
    ['cloud1-sm', { region: 'us-east-1', endpoint: 'https://vpce.example' }, 'https://vpce.example/'],
    ['cloud2-kv', { vaultName: 'Demo', ...azure }, 'https://demo.vault.azure.net/'],
    ['cloud3-sm', { projectId: 'demo-project' }, 'https://secretmanager.googleapis.com/'],
  ])('of type %s with %j is %s', (type, scope, expected) => expect(address(type, scope)).toBe(expected));

  it.each([
    ['paper', {}, 'provider_type_unsupported'],
    ['constructor', {}, 'provider_type_unsupported'],
    ['vault', { kvMount: 'kv' }, 'scope_invalid'],
    ['cloud1-sm', { region: 'us-iso-east-1' }, 'address_not_allowed'],
    ['orchestrator', {}, 'store_credentials_missing'],
  ])('is an error for type %s with %j: %s', (type, scope, code) => {
    expect(() => address(type, scope)).toThrow(expect.objectContaining({ code }));
  });

  it('is not http on another machine, unless the operator allows it', () => {
    const store = { type: 'vault', scope: { address: 'http://10.0.0.1:8200', kvMount: 'kv' } };
    const vault = { address: 'http://10.0.0.1:8200' };
    expect(() => storeAddress(store, storeSettingsFor('token', vault))).toThrow(
      expect.objectContaining({ code: 'store_address_insecure' }),
    );
    const insecure = storeSettingsFor('token', vault, { allowInsecure: true });
    expect(storeAddress(store, insecure).address.href).toBe('http://10.0.0.1:8200/');
  });
});
