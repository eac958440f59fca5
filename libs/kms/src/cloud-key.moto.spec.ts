import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CreateAliasCommand, CreateKeyCommand, KMSClient, UpdateAliasCommand } from '@aws-sdk/client-kms';
import { startMoto } from '../../../tools/moto.js';
import { CloudKeyService } from './cloud-key.service.js';
import { useAwsEnvironment } from './testing/aws-environment.js';
import { describeKeyService, type KeyServiceSubject } from './testing/key-service-contract.js';

const REGION = 'eu-central-1';
const moto = await startMoto().catch((reason: Error) => reason);

if (moto instanceof Error) {
  process.stderr.write(`cloud-kms is not tested against moto: ${moto.message.split('\n')[0]}\n`);
  describe('the contract of key services, on cloud-kms with moto', () => {
    it('is skipped: moto is not installed and TEST_REQUIRE_MOTO is not set', () => {
      expect(process.env['TEST_REQUIRE_MOTO'] ?? '').toBe('');
    });
  });
} else {
  afterAll(() => moto.stop());
  describeKeyService('cloud-kms on moto', /^cloud-kms:v1:arn:aws:kms:eu-central-1:\d+:key\/[\w-]+:/, () =>
    createSubject(moto.url),
  );
}

async function createSubject(url: string): Promise<KeyServiceSubject> {
  const restore = useAwsEnvironment(url);
  const alias = `alias/wraps-${randomBytes(6).toString('hex')}`;
  const administrator = new KMSClient({ region: REGION });
  const service = (): CloudKeyService => new CloudKeyService({ region: REGION, keyId: alias });
  const createKey = async (): Promise<string> =>
    (await administrator.send(new CreateKeyCommand({}))).KeyMetadata?.KeyId ?? '';
  await administrator.send(new CreateAliasCommand({ AliasName: alias, TargetKeyId: await createKey() }));
  return {
    keys: service(),
    rotate: async () => {
      await administrator.send(new UpdateAliasCommand({ AliasName: alias, TargetKeyId: await createKey() }));
      return service();
    },
    foreignText: async (dataKey, context) => {
      const wrapped = await service().wrapKey(dataKey, context);
      return wrapped.replace(/(?<=:kms:[^:]+:)\d+/, '999900001111');
    },
    absent: () => {
      process.env['AWS_ENDPOINT_URL_KMS'] = 'http://127.0.0.1:1';
      return service();
    },
    stop: async () => {
      administrator.destroy();
      restore();
    },
  };
}
