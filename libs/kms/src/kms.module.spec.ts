import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import type { KmsConfig } from './create-key-service.js';
import { KeyService } from './key.service.js';
import { KeyServiceHealth } from './key-service-health.js';
import { KeyConfigError } from './kms.errors.js';
import { KmsModule } from './kms.module.js';
import { LocalKeyService } from './local-key.service.js';
import { TransitServer } from './testing/transit-server.js';

const TOKEN = 'hvs.a-token-of-the-tests';
const local: KmsConfig = {
  backend: 'local',
  masterKey: SecretBytes.from(Buffer.alloc(32, 1)),
  previousMasterKeys: [],
};

@Injectable()
class Consumer {
  constructor(readonly keys: KeyService) {}
}

@Module({ providers: [Consumer] })
class ConsumerModule {}

async function boot(config: KmsConfig) {
  const module = await Test.createTestingModule({
    imports: [KmsModule.forConfig(config), ConsumerModule],
  }).compile();
  return module.init();
}

describe('KmsModule', () => {
  it('gives the configured key service to modules that do not import it', async () => {
    const module = await boot(local);
    expect(module.get(Consumer).keys).toBeInstanceOf(LocalKeyService);
    expect(await module.get(KeyServiceHealth).hasPassed()).toBe(true);
    await module.close();
  });

  it('stops the boot for a backend it does not have, and falls back to nothing', () => {
    const config = { backend: 'cloud-kms', region: 'r', keyId: 'k' } as unknown as KmsConfig;
    expect(() => KmsModule.forConfig(config)).toThrow(KeyConfigError);
    expect(() => KmsModule.forConfig(config)).toThrow('SVC_KMS_BACKEND');
  });
});

describe('KeyServiceHealth', () => {
  let server: TransitServer;
  const transit = (): KmsConfig => ({
    backend: 'transit',
    addr: server.addr,
    token: SecretBytes.fromUtf8(TOKEN),
    key: 'wraps',
  });

  beforeEach(async () => {
    server = await TransitServer.start(TOKEN, 'wraps');
  });

  afterEach(() => server.stop());

  it('lets the process boot when the backend refuses the credentials, and recovers without a restart', async () => {
    server.forced = { status: 403, body: { errors: ['permission denied'] } };
    const module = await boot(transit());
    const health = module.get(KeyServiceHealth);
    expect(await health.hasPassed()).toBe(false);
    server.forced = undefined;
    expect(await health.hasPassed()).toBe(true);
    await module.close();
  });

  it('does not look again once the check has passed', async () => {
    const module = await boot(transit());
    const asked = server.requests.length;
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    expect(await module.get(KeyServiceHealth).hasPassed()).toBe(true);
    expect(server.requests).toHaveLength(asked);
    await module.close();
  });

  it('runs one check for questions asked at the same time', async () => {
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    const module = await boot(transit());
    const asked = server.requests.length;
    const health = module.get(KeyServiceHealth);
    expect(await Promise.all([health.hasPassed(), health.hasPassed(), health.hasPassed()])).toEqual([
      false,
      false,
      false,
    ]);
    expect(server.requests).toHaveLength(asked + 1);
    await module.close();
  });
});
