import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCertificate } from '../../doctor/testing/make-certificate.js';
import { FakeKeyVault } from '../../testing/fake-key-vault.js';
import { FakeManagedIdentity } from '../../testing/fake-managed-identity.js';
import { FakeStoreServer } from '../../testing/fake-store-server.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { describeStoreDriver } from '../../testing/store-driver-contract.js';
import {
  discoverAll,
  type OpenOptions,
  type StoreSubject,
  textsOf,
  valuesOf,
} from '../../testing/store-subject.js';
import { storeSettingsFor } from '../../testing/store-settings-for.js';
import { useEnvironment } from '../../testing/use-environment.js';
import { openByScope } from '../../testing/open-by-scope.js';

const TENANT = '11111111-2222-3333-4444-555555555555';
const TRAITS = {
  write: /^PUT /,
  foreignRefs: ['app/0123456789abcdef0123456789abcdef', 'a.b', 'a_b', 'a b'],
  keysWithoutValues: false,
  takesBytes: false,
  circle: (url: string) => ({ value: [{ id: `${url}/secrets/app` }], nextLink: `${url}/secrets?again` }),
  throttled: { status: 429, body: { error: { code: 'Throttled', message: 'Request was not processed.' } } },
};

async function createSubject(fake = new FakeKeyVault(), ca: string | null = null): Promise<StoreSubject> {
  await fake.server.start();
  const clock = new ManualClock();
  const clientId = randomUUID();
  return {
    server: fake.server,
    clock,
    ref: (name) => `team-${name}`,
    put: (ref, members, labels) => void fake.put(ref, JSON.stringify(members), labels),
    get: (ref) => {
      const newest = fake.newest(ref);
      return newest ? (JSON.parse(newest.value) as Record<string, string>) : null;
    },
    open: ({ refused = false, signal = new AbortController().signal, scope = {} }: OpenOptions = {}) => {
      identity.tokens.set(clientId, refused ? 'token-of-stranger' : 'token-of-agent');
      return openByScope('cloud2-kv', {
        scope: { vaultName: 'demo-vault', tenantId: TENANT, clientId, ...scope },
        stores: storeSettingsFor('', {}, { 'cloud2-kv': { url: fake.server.url, ca } }),
        clock,
        signal,
      });
    },
    stop: () => fake.server.stop(),
  };
}

const identity = new FakeManagedIdentity();
let restore: () => void;

beforeAll(async () => {
  await identity.server.start();
  restore = useEnvironment(identity.environment);
});

afterAll(async () => {
  restore();
  await identity.server.stop();
});

describeStoreDriver('cloud2-kv', TRAITS, () => createSubject());

describe('Azure Key Vault', () => {
  let fake: FakeKeyVault;
  let subject: StoreSubject;

  beforeEach(async () => {
    fake = new FakeKeyVault();
    subject = await createSubject(fake);
  });

  afterEach(() => subject.stop());

  it('uses the identity in the connection, and reports if there is none', async () => {
    const clientId = randomUUID();
    await expect((await subject.open({ scope: { clientId } })).check()).rejects.toMatchObject({
      code: 'store_credentials_missing',
    });
    identity.tokens.set(clientId, 'token-of-agent');
    await (await subject.open({ scope: { clientId } })).check();
  });

  it('reports missing credentials', async () => {
    const restoreOne = useEnvironment({ AZURE_TOKEN_CREDENTIALS: 'EnvironmentCredential' });
    await expect((await subject.open()).check()).rejects.toMatchObject({ code: 'store_credentials_missing' });
    restoreOne();
  });

  it('reads and replaces a secret that isn’t a JSON object as the key `value`', async () => {
    const driver = await subject.open();
    fake.put('plain', 'hunter2');
    expect(textsOf(await driver.read('plain', ['value']))).toEqual({ value: 'hunter2' });
    await driver.patch('plain', valuesOf({ value: 'new' }));
    expect(fake.newest('plain')?.value).toBe('new');
    await expect(driver.patch('plain', valuesOf({ user: 'x' }))).rejects.toMatchObject({
      code: 'secret_not_keyed',
    });
  });

  it('copies tags, content type and expiry to the new version', async () => {
    const version = fake.put('app', '{"a":"1"}', { owner: 'payments' });
    version.contentType = 'application/json';
    version.attributes.exp = 4_102_444_800;
    await (await subject.open()).patch('app', valuesOf({ b: '2' }));
    expect(fake.newest('app')).toMatchObject({
      value: '{"a":"1","b":"2"}',
      tags: { owner: 'payments' },
      contentType: 'application/json',
      attributes: { exp: 4_102_444_800 },
    });
    expect(fake.secrets.get('app')!.versions).toHaveLength(2);
  });

  it('looks for concurrent versions on all pages', async () => {
    for (let index = 0; index < 60; index += 1) fake.put('app', `{"n":"${index}"}`);
    subject.server.before(/^PUT /, () => fake.put('app', '{"n":"60","theirs":"t"}'));
    await (await subject.open()).patch('app', valuesOf({ ours: 'o' }));
    expect(subject.get('app')).toEqual({ n: '60', theirs: 't', ours: 'o' });
  });

  it('requests the next page of a list from the vault only', async () => {
    const elsewhere = await new FakeStoreServer(() => ({ status: 200, body: { value: [] } })).start();
    const body = {
      value: [{ id: `${fake.server.url}/secrets/app` }],
      nextLink: `${elsewhere.url}/secrets?next`,
    };
    fake.server.fail(/secrets\?/, { status: 200, body });
    const driver = await subject.open();
    await expect(discoverAll(driver)).rejects.toMatchObject({ code: 'store_answer_unexpected' });
    await elsewhere.stop();
    expect(elsewhere.seen).toEqual([]);
  });

  it('accepts a name only in the vault’s spelling', async () => {
    fake.put('Prod-Db', '{"k":"v"}');
    const driver = await subject.open();
    await expect(driver.read('prod-db', ['k'])).rejects.toMatchObject({ code: 'secret_ref_invalid' });
    await expect(driver.patch('prod-db', valuesOf({ k: 'w' }))).rejects.toMatchObject({
      code: 'secret_ref_invalid',
    });
    expect(fake.secrets.get('prod-db')!.versions).toHaveLength(1);
  });

  it('neither reads nor writes a disabled secret, nor reports one', async () => {
    fake.put('off', '{"k":"v"}').attributes.enabled = false;
    const driver = await subject.open();
    await expect(driver.read('off', ['k'])).rejects.toMatchObject({ code: 'secret_disabled' });
    await expect(driver.patch('off', valuesOf({ k: 'w' }))).rejects.toMatchObject({
      code: 'secret_disabled',
    });
    expect(await discoverAll(driver)).toEqual([]);
  });

  it('does not revive a deleted secret', async () => {
    fake.deleted.add('gone');
    const patched = (await subject.open()).patch('gone', valuesOf({ k: 'w' }));
    await expect(patched).rejects.toMatchObject({ code: 'secret_deleted' });
  });

  it('refuses a value beyond 25 KiB before it is sent', async () => {
    const patched = (await subject.open()).patch('big', valuesOf({ k: 'x'.repeat(25_600) }));
    await expect(patched).rejects.toMatchObject({ code: 'value_too_large' });
    expect(fake.newest('big')).toBeUndefined();
  });

  it('connects by TLS only to a vault whose certificate authority is configured', async () => {
    const { cert, key } = makeCertificate({ name: 'vault', names: ['127.0.0.1'] });
    const secured = new FakeKeyVault({ cert, key });
    const trusting = await createSubject(secured, cert);
    secured.put('app', '{"k":"v"}');
    expect(textsOf(await (await trusting.open()).read('app', ['k']))).toEqual({ k: 'v' });
    const foreign = makeCertificate({ name: 'other', names: ['127.0.0.1'] });
    const stores = storeSettingsFor('', {}, { 'cloud2-kv': { url: secured.server.url, ca: foreign.cert } });
    const scope = { vaultName: 'demo-vault', tenantId: TENANT, clientId: randomUUID() };
    const { signal } = new AbortController();
    const distrusting = await openByScope('cloud2-kv', { scope, stores, clock: trusting.clock, signal });
    await expect(distrusting.check()).rejects.toMatchObject({ code: 'store_tls_failed' });
    await trusting.stop();
  });

  it.each([
    { vaultName: 'evil.example/' },
    { vaultName: '' },
    { vaultName: 'x@y' },
    { clientId: 'x' },
    { tenantId: 'a/b' },
    { tenantId: 7 },
  ])('refuses the scope %j', async (scope) => {
    await expect(subject.open({ scope })).rejects.toMatchObject({ code: 'scope_invalid' });
  });
});
