import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { CloudKeyService } from './cloud-key.service.js';
import { useAwsEnvironment } from './testing/aws-environment.js';
import { CloudKmsServer } from './testing/cloud-kms-server.js';
import { describeKeyService } from './testing/key-service-contract.js';

const REGION = 'eu-central-1';
const ALIAS = 'alias/wraps';
const dataKey = SecretBytes.from(Buffer.alloc(32, 0x11));
const context = { wrap_id: 'w1', request_id: 'r1' };
const undecryptable = { reason: 'undecryptable' };
const unavailable = { reason: 'unavailable', code: 'dependency_unavailable', kind: 'unavailable' };

const service = (keyId = ALIAS, timeoutMs = 5_000): CloudKeyService =>
  new CloudKeyService({ region: REGION, keyId, timeoutMs });

describeKeyService('cloud-kms', /^cloud-kms:v1:arn:aws:kms:[^:]+:\d+:key\/[\w-]+:[\w+/=]+$/, async () => {
  const server = await CloudKmsServer.start();
  const restore = useAwsEnvironment(server.addr);
  server.createKey(ALIAS);
  return {
    keys: service(),
    rotate: async () => {
      server.createKey(ALIAS);
      return service();
    },
    foreignText: async (key, binding) => {
      server.createKey('alias/theirs', '999900001111');
      return service('alias/theirs').wrapKey(key, binding);
    },
    absent: () => {
      process.env['AWS_ENDPOINT_URL_KMS'] = 'http://127.0.0.1:1';
      return service();
    },
    stop: async () => {
      restore();
      await server.stop();
    },
  };
});

describe('CloudKeyService', () => {
  let server: CloudKmsServer;
  let keys: CloudKeyService;
  let arn: string;
  let restore: () => void;

  beforeEach(async () => {
    server = await CloudKmsServer.start();
    restore = useAwsEnvironment(server.addr);
    arn = server.createKey(ALIAS);
    keys = service();
  });

  afterEach(async () => {
    await keys.stop();
    restore();
    await server.stop();
  });

  const operations = (): string[] => server.requests.map(({ operation }) => operation);

  it('names the configured alias until it is resolved, and the ARN of the key from then on', async () => {
    expect(keys.keyId).toBe('cloud-kms:v1:alias/wraps');
    await keys.check();
    expect(keys.keyId).toBe(`cloud-kms:v1:${arn}`);
  });

  it('resolves the alias once, and keeps the key when the alias changes', async () => {
    await keys.check();
    server.createKey(ALIAS);
    await keys.unwrapKey(await keys.wrapKey(dataKey, context), context);
    expect(operations().filter((operation) => operation === 'DescribeKey')).toHaveLength(1);
    expect(server.requests.at(-1)?.body['KeyId']).toBe(arn);
  });

  it('pins each decryption to the key that the text names', async () => {
    const old = await keys.wrapKey(dataKey, context);
    server.createKey(ALIAS);
    const later = service();
    await later.unwrapKey(old, context);
    expect(server.requests.at(-1)).toMatchObject({ operation: 'Decrypt', body: { KeyId: arn } });
    await later.stop();
  });

  it('sends the context as encryption context', async () => {
    await keys.wrapKey(dataKey, context);
    expect(server.requests.at(-1)?.body['EncryptionContext']).toEqual(context);
  });

  it('never requests decryption with a key of another account or without a key', async () => {
    server.createKey('alias/theirs', '999900001111');
    const foreign = await service('alias/theirs').wrapKey(dataKey, context);
    const own = await keys.wrapKey(dataKey, context);
    const relabelled = own.replace(/arn:.*\/[\w-]+/, 'alias/wraps');
    for (const text of [foreign, relabelled]) {
      await expect(keys.unwrapKey(text, context)).rejects.toMatchObject(undecryptable);
    }
    expect(operations()).not.toContain('Decrypt');
  });

  it.each([
    ['InvalidCiphertextException', 400],
    ['IncorrectKeyException', 400],
  ])('treats %s as a permanent failure', async (name, status) => {
    const wrapped = await keys.wrapKey(dataKey, context);
    server.forced = { status, body: { __type: name, message: 'no' } };
    await expect(keys.unwrapKey(wrapped, context)).rejects.toMatchObject(undecryptable);
  });

  it.each([
    ['AccessDeniedException', 400],
    ['DisabledException', 400],
    ['KMSInvalidStateException', 400],
    ['NotFoundException', 400],
    ['ThrottlingException', 400],
    ['UnrecognizedClientException', 400],
    ['KMSInternalException', 500],
  ])('is unavailable for %s of KMS', async (name, status) => {
    const wrapped = await keys.wrapKey(dataKey, context);
    server.forced = { status, body: { __type: name, message: 'no' } };
    await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
    await expect(keys.unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
    server.forced = undefined;
    await expect(keys.unwrapKey(wrapped, context)).resolves.toBeDefined();
  });

  it('treats a response without its member as unavailable', async () => {
    const wrapped = await keys.wrapKey(dataKey, context);
    server.forced = { status: 200, body: {} };
    await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
    await expect(keys.unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
    await expect(service().check()).rejects.toMatchObject(unavailable);
  });

  it('calls at most twice', async () => {
    await keys.check();
    server.forced = { status: 500, body: { __type: 'KMSInternalException' } };
    const asked = server.requests.length;
    await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
    expect(server.requests.length - asked).toBe(2);
  });

  it('is unavailable without a response', async () => {
    server.forced = 'hang';
    await expect(service(ALIAS, 100).wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
  });

  it('fails to wrap with a disabled key', async () => {
    server.disableKey(arn);
    await expect(keys.check()).rejects.toMatchObject(unavailable);
    await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
  });

  it('never quotes the response in its error', async () => {
    server.forced = { status: 400, body: { __type: 'AccessDeniedException', message: `no ${arn}` } };
    const error: unknown = await keys.wrapKey(dataKey, context).catch((reason: unknown) => reason);
    expect(`${String(error)} ${JSON.stringify(error)} ${String((error as Error).cause)}`).not.toContain(arn);
  });
});
