import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startMoto } from '../../../../../tools/moto.js';
import { FakeStoreServer, forwardTo } from '../../testing/fake-store-server.js';
import { secretsManagerSubject } from '../../testing/secrets-manager-subject.js';
import { describeStoreDriver } from '../../testing/store-driver-contract.js';
import type { StoreSubject } from '../../testing/store-subject.js';

const moto = await startMoto().catch((reason: Error) => reason);

if (moto instanceof Error) {
  process.stderr.write(`cloud1-sm is not tested against moto: ${moto.message.split('\n')[0]}\n`);
  describe('The contract of store drivers, kept by cloud1-sm on moto', () => {
    it('is skipped: moto is not installed, and TEST_REQUIRE_MOTO is not set', () => {
      expect(process.env['TEST_REQUIRE_MOTO'] ?? '').toBe('');
    });
  });
} else {
  afterAll(() => moto.stop());
  const traits = {
    write: /CreateSecret|PutSecretValue/,
    foreignRefs: ['arn:aws:secretsmanager:eu-central-1:123456789012:secret:app-AbCdEf'],
    keysWithoutValues: false,
    takesBytes: false,
    forbidden: { status: 400, body: { __type: 'AccessDeniedException' } },
    circle: () => ({ SecretList: [], NextToken: 'again' }),
    throttled: { status: 400, body: { __type: 'ThrottlingException', message: 'Rate exceeded' } },
    // Moto does not check identities.
    refuses: false,
  };
  describeStoreDriver('cloud1-sm on moto', traits, () => createSubject(moto.url));
}

async function createSubject(url: string): Promise<StoreSubject> {
  await fetch(`${url}/moto-api/reset`, { method: 'POST' });
  const server = await new FakeStoreServer(forwardTo(url)).start();
  const credentials = { accessKeyId: 'other', secretAccessKey: 'other' };
  const other = new SecretsManagerClient({ region: 'eu-central-1', endpoint: url, credentials });
  const put: StoreSubject['put'] = async (ref, members, labels = {}) => {
    const SecretString = JSON.stringify(members);
    const Tags = Object.entries(labels).map(([Key, Value]) => ({ Key, Value }));
    await other
      .send(new CreateSecretCommand({ Name: ref, SecretString, Tags }))
      .catch(() => other.send(new PutSecretValueCommand({ SecretId: ref, SecretString })));
  };
  const get: StoreSubject['get'] = async (ref) => {
    const command = new GetSecretValueCommand({ SecretId: ref, VersionStage: 'AWSCURRENT' });
    const { SecretString = '{}' } = await other.send(command);
    return JSON.parse(SecretString) as Record<string, string>;
  };
  const subject = secretsManagerSubject(server, { put, get }, 'test');
  const stop = async () => {
    other.destroy();
    await subject.stop();
  };
  return { ...subject, stop };
}
