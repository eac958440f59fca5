import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGoogleSecrets } from '../../testing/fake-google-secrets.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { describeStoreDriver } from '../../testing/store-driver-contract.js';
import { type OpenOptions, type StoreSubject, textsOf, valuesOf } from '../../testing/store-subject.js';
import { storeSettingsFor } from '../../testing/store-settings-for.js';
import { useEnvironment } from '../../testing/use-environment.js';
import { openByScope } from '../../testing/open-by-scope.js';
import { StoreSessions } from '../store-sessions.js';

const TRAITS = {
  write: /POST .*(secretId=|:addVersion)/,
  foreignRefs: ['projects/1/secrets/app', 'app/versions/1', 'app:access', 'a.b'],
  keysWithoutValues: false,
  takesBytes: false,
  circle: () => ({ secrets: [], nextPageToken: 'again', access_token: 'token-of-agent' }),
  throttled: { status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota' } } },
};

async function createSubject(fake = new FakeGoogleSecrets()): Promise<StoreSubject> {
  await fake.server.start();
  const { url } = fake.server;
  const restore = useEnvironment({
    GCE_METADATA_HOST: new URL(url).host,
    METADATA_SERVER_DETECTION: 'assume-present',
    GOOGLE_APPLICATION_CREDENTIALS: null,
    // Keeps the library from finding the developer's own credentials.
    HOME: '/nowhere',
  });
  const clock = new ManualClock();
  return {
    server: fake.server,
    clock,
    ref: (name) => `team_${name}`,
    put: (ref, members, labels) => fake.put(ref, JSON.stringify(members), labels),
    get: (ref) => {
      const newest = fake.secrets.get(ref)?.versions.at(-1);
      return newest ? (JSON.parse(newest.data.toString()) as Record<string, string>) : null;
    },
    open: ({ refused = false, signal = new AbortController().signal, scope = {} }: OpenOptions = {}) => {
      if (refused) fake.ownToken = 'token-of-stranger';
      const stores = storeSettingsFor('', {}, { 'cloud3-sm': { url, impersonationUrl: url } });
      const sessions = new StoreSessions();
      return openByScope('cloud3-sm', {
        scope: { projectId: 'demo-project', ...scope },
        stores,
        clock,
        signal,
        sessions,
      });
    },
    stop: async () => {
      restore();
      await fake.server.stop();
    },
  };
}

describeStoreDriver('cloud3-sm', TRAITS, () => createSubject());

describe('Google Secret Manager', () => {
  let fake: FakeGoogleSecrets;
  let subject: StoreSubject;

  beforeEach(async () => {
    fake = new FakeGoogleSecrets();
    subject = await createSubject(fake);
  });

  afterEach(() => subject.stop());

  it('reads and replaces a secret that isn’t a JSON object as the key `value`, bytes included', async () => {
    const driver = await subject.open();
    fake.put('binary', Buffer.from([0xff, 0, 1]));
    expect([...(await driver.read('binary', ['value'])).get('value')!.reveal()]).toEqual([0xff, 0, 1]);
    await driver.patch('binary', valuesOf({ value: 'text' }));
    expect(textsOf(await driver.read('binary', ['value']))).toEqual({ value: 'text' });
    await expect(driver.patch('binary', valuesOf({ user: 'x' }))).rejects.toMatchObject({
      code: 'secret_not_keyed',
    });
  });

  it('writes one version without concurrent writers', async () => {
    fake.put('app', '{"a":"1"}');
    await (await subject.open()).patch('app', valuesOf({ b: '2' }));
    expect(fake.secrets.get('app')!.versions.map(({ data }) => data.toString())).toEqual([
      '{"a":"1"}',
      '{"a":"1","b":"2"}',
    ]);
  });

  it('writes the first version of a secret without any', async () => {
    fake.secrets.set('hollow', { versions: [], labels: {} });
    await (await subject.open()).patch('hollow', valuesOf({ k: 'v', l: 'w' }));
    expect(subject.get('hollow')).toEqual({ k: 'v', l: 'w' });
  });

  it('distinguishes a disabled version from a destroyed one, and overwrites neither', async () => {
    const driver = await subject.open();
    fake.put('off', '{"k":"v"}');
    fake.secrets.get('off')!.versions[0]!.state = 'DISABLED';
    await expect(driver.read('off', ['k'])).rejects.toMatchObject({ code: 'secret_disabled' });
    await expect(driver.patch('off', valuesOf({ k: 'w' }))).rejects.toMatchObject({
      code: 'secret_disabled',
    });
    fake.secrets.get('off')!.versions[0]!.state = 'DESTROYED';
    await expect(driver.read('off', ['k'])).rejects.toMatchObject({ code: 'secret_deleted' });
    await expect(driver.patch('off', valuesOf({ k: 'w' }))).rejects.toMatchObject({ code: 'secret_deleted' });
    expect(fake.secrets.get('off')!.versions).toHaveLength(1);
  });

  it('rejects a payload with a wrong checksum', async () => {
    const name = 'projects/1/secrets/app/versions/1';
    const payload = { data: Buffer.from('{"k":"v"}').toString('base64'), dataCrc32c: '1' };
    subject.server.fail(/:access/, { status: 200, body: { name, payload } });
    await expect((await subject.open()).read('app', ['k'])).rejects.toMatchObject({
      code: 'store_answer_unexpected',
    });
  });

  it('refuses a value beyond 64 KiB before it is sent', async () => {
    const patched = (await subject.open()).patch('big', valuesOf({ k: 'x'.repeat(65_536) }));
    await expect(patched).rejects.toMatchObject({ code: 'value_too_large' });
    expect(fake.secrets.has('big')).toBe(false);
  });

  it('impersonates the service account in the connection, and reports if that is denied', async () => {
    const account = 'reader@demo-project.iam.gserviceaccount.com';
    fake.put('app', '{"k":"v"}');
    const driver = await subject.open({ scope: { serviceAccount: account } });
    expect(textsOf(await driver.read('app', ['k']))).toEqual({ k: 'v' });
    expect(fake.impersonated).toEqual([account]);
    const forbidden = await subject.open({ scope: { serviceAccount: 'forbidden@demo.iam' } });
    await expect(forbidden.check()).rejects.toMatchObject({ code: 'store_login_refused' });
  });

  it('exchanges the token of another identity, and reports if it is unknown', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'google-'));
    const [file, subjectFile] = [join(folder, 'credentials.json'), join(folder, 'subject')];
    await writeFile(file, fake.federation(subjectFile));
    const restore = useEnvironment({ GOOGLE_APPLICATION_CREDENTIALS: file });
    await writeFile(subjectFile, 'subject-of-agent');
    await (await subject.open()).check();
    await writeFile(subjectFile, 'subject-of-nobody');
    await expect((await subject.open()).check()).rejects.toMatchObject({ code: 'store_login_refused' });
    restore();
    await rm(folder, { recursive: true });
  });

  it('reports missing credentials', async () => {
    const restore = useEnvironment({ METADATA_SERVER_DETECTION: 'none' });
    await expect((await subject.open()).check()).rejects.toMatchObject({ code: 'store_credentials_missing' });
    process.env['GOOGLE_APPLICATION_CREDENTIALS'] = '/nowhere/key.json';
    await expect((await subject.open()).check()).rejects.toMatchObject({ code: 'store_credentials_missing' });
    restore();
  });

  it('reports another project as denied', async () => {
    const elsewhere = await subject.open({ scope: { projectId: 'other-project' } });
    await expect(elsewhere.check()).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it.each([
    { projectId: '' },
    { projectId: '../x' },
    { projectId: 'demo/secrets' },
    { serviceAccount: 'x@y/../z' },
    { serviceAccount: 7 },
  ])('refuses the scope %j', async (scope) => {
    await expect(subject.open({ scope })).rejects.toMatchObject({ code: 'scope_invalid' });
  });
});
