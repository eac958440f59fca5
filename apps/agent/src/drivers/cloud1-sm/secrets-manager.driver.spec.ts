import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeSecretsManager } from '../../testing/fake-secrets-manager.js';
import { secretsManagerSubject } from '../../testing/secrets-manager-subject.js';
import { describeStoreDriver } from '../../testing/store-driver-contract.js';
import { textsOf, valuesOf } from '../../testing/store-subject.js';

const TRAITS = {
  write: /CreateSecret|PutSecretValue/,
  foreignRefs: ['arn:aws:secretsmanager:eu-central-1:123456789012:secret:app-AbCdEf', 'a b', 'ä'],
  keysWithoutValues: false,
  takesBytes: false,
  forbidden: { status: 400, body: { __type: 'AccessDeniedException' } },
  circle: () => ({ SecretList: [], NextToken: 'again' }),
  throttled: { status: 400, body: { __type: 'ThrottlingException', message: 'Rate exceeded' } },
};

async function createSubject(fake = new FakeSecretsManager()) {
  await fake.server.start();
  const others = {
    put: (ref: string, members: object, labels = {}) =>
      fake.put(ref, { SecretString: JSON.stringify(members) }, labels),
    get: (ref: string) => {
      const text = fake.current(ref)?.SecretString;
      return text === undefined ? null : (JSON.parse(text) as Record<string, string>);
    },
  };
  return secretsManagerSubject(fake.server, others, 'AKIDKNOWN');
}

describeStoreDriver('cloud1-sm', TRAITS, () => createSubject());

describe('AWS Secrets Manager', () => {
  let fake: FakeSecretsManager;
  let subject: Awaited<ReturnType<typeof createSubject>>;

  beforeEach(async () => {
    fake = new FakeSecretsManager();
    subject = await createSubject(fake);
  });

  afterEach(() => subject.stop());

  it('reads and replaces a secret that isn’t a JSON object as the key `value`', async () => {
    const driver = await subject.open();
    fake.put('plain', { SecretString: 'hunter2' });
    fake.put('binary', { SecretBinary: Buffer.from([0xff, 0, 1]).toString('base64') });
    expect(textsOf(await driver.read('plain', ['value']))).toEqual({ value: 'hunter2' });
    expect([...(await driver.read('binary', ['value'])).get('value')!.reveal()]).toEqual([0xff, 0, 1]);
    await driver.patch('plain', valuesOf({ value: 'new' }));
    expect(fake.current('plain')?.SecretString).toBe('new');
  });

  it('does not replace a whole value by keys', async () => {
    fake.put('plain', { SecretString: 'hunter2' });
    const patched = (await subject.open()).patch('plain', valuesOf({ user: 'x' }));
    await expect(patched).rejects.toMatchObject({ code: 'secret_not_keyed' });
    expect(fake.current('plain')?.SecretString).toBe('hunter2');
  });

  it('keeps the text of other members unchanged, numbers beyond 2^53 included', async () => {
    fake.put('odd', { SecretString: '{"n": 12345678901234567890, "o": {"a": [1.10]}}' });
    await (await subject.open()).patch('odd', valuesOf({ k: 'v' }));
    expect(fake.current('odd')?.SecretString).toBe('{"n":12345678901234567890,"o":{"a": [1.10]},"k":"v"}');
  });

  it('moves the current label from the version it merged, which becomes the previous one', async () => {
    fake.put('app', { SecretString: '{"a":"1"}' });
    await (await subject.open()).patch('app', valuesOf({ b: '2' }));
    const stages = [...fake.secrets.get('app')!.versions.values()].map((version) => [...version.stages]);
    expect(stages).toEqual([['AWSPREVIOUS'], ['countersign', 'AWSCURRENT']]);
  });

  it('gives up on a secret that changes concurrently every time', async () => {
    fake.put('app', { SecretString: '{"n":"0"}' });
    const meddle = () => fake.put('app', { SecretString: '{"n":"1"}' });
    subject.server.before(/PutSecretValue/, meddle, Infinity);
    const patched = (await subject.open()).patch('app', valuesOf({ k: 'v' }));
    await expect(patched).rejects.toMatchObject({ code: 'cas_conflict' });
    expect(fake.current('app')?.SecretString).toBe('{"n":"1"}');
    expect(subject.server.seen.filter((line) => line.includes('UpdateSecretVersionStage'))).toHaveLength(5);
  });

  it('writes the first value of a secret created without one', async () => {
    fake.secrets.set('hollow', { versions: new Map(), tags: {}, deleted: false });
    await (await subject.open()).patch('hollow', valuesOf({ k: 'v' }));
    expect(fake.current('hollow')?.SecretString).toBe('{"k":"v"}');
  });

  it('neither reads nor revives a secret that is marked for deletion', async () => {
    fake.put('gone', { SecretString: '{"k":"v"}' });
    fake.secrets.get('gone')!.deleted = true;
    const driver = await subject.open();
    await expect(driver.read('gone', ['k'])).rejects.toMatchObject({ code: 'secret_deleted' });
    await expect(driver.patch('gone', valuesOf({ k: 'w' }))).rejects.toMatchObject({
      code: 'secret_deleted',
    });
  });

  it('refuses a value beyond 64 KiB before it is sent', async () => {
    const patched = (await subject.open()).patch('big', valuesOf({ k: 'x'.repeat(65_536) }));
    await expect(patched).rejects.toMatchObject({ code: 'value_too_large' });
    expect(fake.secrets.has('big')).toBe(false);
  });

  it('assumes the role in the connection, and reports if that is denied', async () => {
    const role = 'arn:aws:iam::123456789012:role/countersign';
    fake.put('app', { SecretString: '{"k":"v"}' });
    const driver = await subject.open({ scope: { roleArn: role } });
    expect(textsOf(await driver.read('app', ['k']))).toEqual({ k: 'v' });
    expect(fake.roles).toEqual([role]);
    const forbidden = await subject.open({ scope: { roleArn: 'arn:aws:iam::123456789012:role/forbidden' } });
    await expect(forbidden.check()).rejects.toMatchObject({ code: 'store_login_refused' });
  });

  it('reports missing credentials', async () => {
    delete process.env['AWS_ACCESS_KEY_ID'];
    process.env['AWS_CONFIG_FILE'] = process.env['AWS_SHARED_CREDENTIALS_FILE'] = '/nowhere';
    await expect((await subject.open()).check()).rejects.toMatchObject({ code: 'store_credentials_missing' });
    delete process.env['AWS_CONFIG_FILE'];
    delete process.env['AWS_SHARED_CREDENTIALS_FILE'];
  });

  it.each([
    [{ region: 'eu-central-1.evil.example/' }, 'scope_invalid'],
    [{ region: '' }, 'scope_invalid'],
    [{ roleArn: 'countersign' }, 'scope_invalid'],
    [{ roleArn: 7 }, 'scope_invalid'],
    [{ endpoint: 'https://u:p@127.0.0.1' }, 'scope_invalid'],
    [{ endpoint: 'https://secretsmanager.eu-central-1.amazonaws.com' }, 'address_not_allowed'],
    [{ endpoint: 'https://evil.example' }, 'address_not_allowed'],
  ])('rejects the scope %j with a configured endpoint: %s', async (scope, code) => {
    await expect(subject.open({ scope })).rejects.toMatchObject({ code });
    expect(subject.server.seen).toEqual([]);
  });
});
