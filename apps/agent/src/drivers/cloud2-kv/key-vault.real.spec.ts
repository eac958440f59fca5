import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DefaultAzureCredential } from '@azure/identity';
import { SecretClient } from '@azure/keyvault-secrets';
import { FakeStoreServer, forwardTo } from '../../testing/fake-store-server.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { describeStoreDriver } from '../../testing/store-driver-contract.js';
import type { OpenOptions, StoreSubject } from '../../testing/store-subject.js';
import { storeSettingsFor } from '../../testing/store-settings-for.js';
import { openByScope } from '../../testing/open-by-scope.js';

/**
 * A Key Vault for tests, or lowkey-vault. The environment sets the identity (AZURE_TENANT_ID and AZURE_CLIENT_ID, or
 * lowkey-vault's IDENTITY_ENDPOINT and IDENTITY_HEADER); NODE_EXTRA_CA_CERTS names the certificate of a server with a
 * self-signed one.
 */
const URL_OF_VAULT = process.env['TEST_KEY_VAULT_URL'] ?? '';
const NOBODY = '00000000-0000-0000-0000-000000000000';
const TENANT = process.env['AZURE_TENANT_ID'] ?? NOBODY;
const CLIENT = process.env['AZURE_CLIENT_ID'] ?? NOBODY;
const TRAITS = {
  write: /^PUT /,
  foreignRefs: ['app/0123456789abcdef0123456789abcdef', 'a.b'],
  keysWithoutValues: false,
  takesBytes: false,
  circle: (url: string) => ({ value: [{ id: `${url}/secrets/app` }], nextLink: `${url}/secrets?again` }),
  throttled: { status: 429, body: { error: { code: 'Throttled', message: 'Request was not processed.' } } },
  refuses: false,
};

if (URL_OF_VAULT === '') {
  process.stderr.write(
    'cloud2-kv is tested against the fake alone: TEST_KEY_VAULT_URL names no Key Vault and no lowkey-vault\n',
  );
  describe('The contract of store drivers, kept by cloud2-kv on a real server', () => {
    it('is skipped: TEST_KEY_VAULT_URL is not set', () => {
      expect(URL_OF_VAULT).toBe('');
    });
  });
} else {
  describeStoreDriver('cloud2-kv on a real server', TRAITS, createSubject);
}

async function createSubject(): Promise<StoreSubject> {
  const server = await new FakeStoreServer(forwardTo(URL_OF_VAULT)).start();
  const clock = new ManualClock();
  const prefix = `countersign-test-${randomBytes(6).toString('hex')}-`;
  const other = clientOf(URL_OF_VAULT);
  const made = new Set<string>();
  return {
    server,
    clock,
    ref: (name) => prefix + name,
    owns: (ref) => ref.startsWith(prefix),
    put: async (ref, members, tags = {}) => {
      made.add(ref);
      await other.setSecret(ref, JSON.stringify(members), { tags });
    },
    get: async (ref) => {
      made.add(ref);
      return JSON.parse((await other.getSecret(ref)).value ?? '{}') as Record<string, string>;
    },
    open: ({ signal = new AbortController().signal, scope = {} }: OpenOptions = {}) =>
      openByScope('cloud2-kv', {
        scope: { vaultName: 'by-address', tenantId: TENANT, clientId: CLIENT, ...scope },
        stores: storeSettingsFor('', {}, { 'cloud2-kv': { url: server.url, ca: null } }),
        clock,
        signal,
      }),
    stop: async () => {
      await Promise.all([...made].map((ref) => other.beginDeleteSecret(ref).catch(() => undefined)));
      await server.stop();
    },
  };
}

function clientOf(url: string): SecretClient {
  const isHere = /^https?:\/\/(localhost|127\.0\.0\.1)[:/]/.test(`${url}/`);
  const credential = new DefaultAzureCredential({ tenantId: TENANT, managedIdentityClientId: CLIENT });
  return new SecretClient(url, credential, {
    disableChallengeResourceVerification: isHere,
    allowInsecureConnection: isHere,
  });
}
