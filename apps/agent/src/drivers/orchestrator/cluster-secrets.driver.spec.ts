import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { makeCertificate } from '../../doctor/testing/make-certificate.js';
import { FakeKubernetes } from '../../kubernetes/testing/fake-kubernetes.js';
import { FakeStoreServer, forwardTo } from '../../testing/fake-store-server.js';
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
import { openByScope } from '../../testing/open-by-scope.js';

const STATUS = { kind: 'Status', apiVersion: 'v1', status: 'Failure' };
const TRAITS = {
  write: /^(PATCH|POST) /,
  foreignRefs: ['team/app', 'App', 'a_b', 'app.'],
  keysWithoutValues: true,
  takesBytes: true,
  circle: () => ({ kind: 'PartialObjectMetadataList', items: [], metadata: { continue: 'again' } }),
  throttled: { status: 429, body: { ...STATUS, reason: 'TooManyRequests', code: 429 } },
};

/** Where agents of the process store their identities. */
const IDENTITIES = [{ namespace: 'team', name: 'countersign-agent-state' }];

const decoded = (data: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]),
  );

const encoded = (members: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(members).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  );

/** Returns the managed fields that the server records. */
const managedFieldsOf = (members: object) => [
  {
    manager: 'kubectl',
    operation: 'Update',
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:data': { '.': {}, ...Object.fromEntries(Object.keys(members).map((key) => [`f:${key}`, {}])) },
    },
  },
];

function putSecret(
  fake: FakeKubernetes,
  namespace: string,
  name: string,
  members: Record<string, string>,
  labels = {},
) {
  const metadata = { labels, managedFields: managedFieldsOf(members) };
  fake.put('/api/v1', 'secrets', namespace, name, { type: 'Opaque', data: encoded(members), metadata });
}

async function createSubject(given?: FakeKubernetes): Promise<StoreSubject> {
  const fake = given ?? (await new FakeKubernetes().start());
  const server = await new FakeStoreServer(forwardTo(fake.url)).start();
  const clock = new ManualClock();
  fake.put('/api/v1', 'namespaces', null, 'team', {});
  return {
    server,
    clock,
    ref: (name) => name,
    put: (ref, members, labels) => putSecret(fake, 'team', ref, members, labels),
    get: (ref) => {
      const found = fake.get('/api/v1', 'secrets', 'team', ref);
      return found ? decoded(found.data as Record<string, string>) : null;
    },
    open: ({ refused = false, signal = new AbortController().signal, scope = {} }: OpenOptions = {}) => {
      const token = refused ? 'other' : fake.token;
      const readToken = () => SecretBytes.fromUtf8(token);
      return openByScope('orchestrator', {
        scope: { namespace: 'team', ...scope },
        stores: storeSettingsFor(
          '',
          {},
          { orchestrator: { url: server.url, readToken, readCa: () => null, identities: IDENTITIES } },
        ),
        clock,
        signal,
      });
    },
    stop: async () => {
      await server.stop();
      await fake.stop();
    },
  };
}

describeStoreDriver('orchestrator', TRAITS, () => createSubject());

describe('Kubernetes secrets', () => {
  let fake: FakeKubernetes;
  let subject: StoreSubject;

  beforeEach(async () => {
    fake = await new FakeKubernetes().start();
    subject = await createSubject(fake);
  });

  afterEach(() => subject.stop());

  it('is changed without being read', async () => {
    putSecret(fake, 'team', 'app', { a: '1' });
    await (await subject.open()).patch('app', valuesOf({ b: '2' }));
    expect(subject.server.seen).toEqual(['PATCH /api/v1/namespaces/team/secrets/app']);
  });

  it('is named by namespace and name if the connection is for all namespaces', async () => {
    putSecret(fake, 'team', 'app', { k: 'team' });
    putSecret(fake, 'other', 'app', { k: 'other' });
    const driver = await subject.open({ scope: { namespace: undefined } });
    expect(textsOf(await driver.read('other/app', ['k']))).toEqual({ k: 'other' });
    expect((await discoverAll(driver)).map(({ ref }) => ref).sort()).toEqual(['other/app', 'team/app']);
    for (const ref of ['app', 'team/app/x', '/app', 'team/']) {
      await expect(driver.read(ref, ['k'])).rejects.toMatchObject({ code: 'secret_ref_invalid' });
    }
    await driver.check();
  });

  it('stays within the namespace of the connection', async () => {
    putSecret(fake, 'other', 'app', { k: 'other' });
    const driver = await subject.open();
    expect(await discoverAll(driver)).toEqual([]);
    await expect(driver.read('app', ['k'])).rejects.toMatchObject({ code: 'secret_not_found' });
  });

  it('neither reads nor changes the identities of the process, under any name', async () => {
    putSecret(fake, 'team', 'countersign-agent-state', { 'team-b': 'identity' });
    putSecret(fake, 'other', 'countersign-agent-state', { k: 'somebody else’s' });
    const before = fake.get('/api/v1', 'secrets', 'team', 'countersign-agent-state');
    for (const [namespace, ref] of [
      ['team', 'countersign-agent-state'],
      [undefined, 'team/countersign-agent-state'],
    ]) {
      const driver = await subject.open({ scope: { namespace } });
      const refused = expect.objectContaining({ code: 'secret_not_found' });
      await expect(driver.read(ref!, ['team-b'])).rejects.toEqual(refused);
      await expect(driver.patch(ref!, valuesOf({ 'team-b': 'v' }))).rejects.toEqual(refused);
      expect((await discoverAll(driver)).map((secret) => secret.ref)).not.toContain(ref);
    }
    expect(fake.get('/api/v1', 'secrets', 'team', 'countersign-agent-state')).toEqual(before);
    const everywhere = await subject.open({ scope: { namespace: undefined } });
    expect((await discoverAll(everywhere)).map(({ ref }) => ref)).toEqual(['other/countersign-agent-state']);
  });

  it('reports a missing namespace, if it may read namespaces', async () => {
    const driver = await subject.open({ scope: { namespace: 'nowhere' } });
    await expect(driver.check()).rejects.toMatchObject({ code: 'namespace_not_found' });
    fake.denied.add('get namespaces');
    await driver.check();
    subject.server.fail(/^POST/, { status: 404, body: { ...STATUS, reason: 'NotFound', code: 404 } });
    await expect(driver.patch('app', valuesOf({ k: 'v' }))).rejects.toMatchObject({
      code: 'namespace_not_found',
    });
  });

  it('rejects an invalid key, and doesn’t change an immutable secret', async () => {
    const driver = await subject.open();
    await expect(driver.patch('app', valuesOf({ 'a/b': 'v' }))).rejects.toMatchObject({
      code: 'key_name_invalid',
    });
    expect(subject.server.seen).toEqual([]);
    fake.put('/api/v1', 'secrets', 'team', 'fixed', { immutable: true, data: encoded({ k: 'v' }) });
    await expect(driver.patch('fixed', valuesOf({ k: 'w' }))).rejects.toMatchObject({
      code: 'secret_write_refused',
    });
  });

  it('restarts a list whose continue token has expired, and reports each secret once', async () => {
    for (let index = 0; index < 150; index += 1) putSecret(fake, 'team', `s${index}`, { k: 'v' });
    subject.server.before(/continue=/, () => fake.compact());
    const found = (await discoverAll(await subject.open())).map(({ ref }) => ref);
    expect(found).toHaveLength(150);
    expect(new Set(found).size).toBe(150);
  });

  it('gives up if every continue token expires', async () => {
    for (let index = 0; index < 150; index += 1) putSecret(fake, 'team', `s${index}`, { k: 'v' });
    subject.server.before(/continue=/, () => fake.compact(), Infinity);
    await expect(discoverAll(await subject.open())).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  it('rejects a list that contains values', async () => {
    const body = {
      kind: 'SecretList',
      metadata: {},
      items: [{ metadata: { name: 'app', namespace: 'team' } }],
    };
    subject.server.fail(/secrets/, { status: 200, body });
    await expect(discoverAll(await subject.open())).rejects.toMatchObject({
      code: 'store_answer_unexpected',
    });
  });

  it('reports a denied permission, and a missing service account', async () => {
    fake.denied.add('list secrets');
    await expect((await subject.open()).check()).rejects.toMatchObject({ code: 'permission_denied' });
    const { signal } = new AbortController();
    const context = { scope: {}, stores: storeSettingsFor(''), clock: subject.clock, signal };
    await expect(openByScope('orchestrator', context)).rejects.toMatchObject({
      code: 'store_credentials_missing',
    });
  });

  it('connects by TLS only to a server whose certificate authority is configured', async () => {
    const certificate = makeCertificate({ name: 'kubernetes', names: ['127.0.0.1'] });
    const server = await new FakeStoreServer(forwardTo(fake.url), certificate).start();
    const openWith = (ca: string) => {
      const kubernetes = {
        url: server.url,
        readToken: () => SecretBytes.fromUtf8(fake.token),
        readCa: () => ca,
      };
      const stores = storeSettingsFor('', {}, { orchestrator: { ...kubernetes, identities: [] } });
      const { signal } = new AbortController();
      return openByScope('orchestrator', { scope: {}, stores, clock: subject.clock, signal });
    };
    await (await openWith(certificate.cert)).check();
    const foreign = makeCertificate({ name: 'other', names: ['127.0.0.1'] });
    const refused = (await openWith(foreign.cert)).check();
    await expect(refused).rejects.toMatchObject({ code: 'store_tls_failed' });
    await server.stop();
  });

  it.each([{ namespace: '../kube-system' }, { namespace: 'Team' }, { namespace: 7 }])(
    'refuses the scope %j',
    async (scope) => {
      await expect(subject.open({ scope })).rejects.toMatchObject({ code: 'scope_invalid' });
    },
  );
});
