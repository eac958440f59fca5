import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics, MetricsModule } from '#libs/metrics';
import { SecretBytes } from '#libs/secret-bytes';
import type { KmsConfig } from './create-key-service.js';
import { KeyService } from './key.service.js';
import { KeyServiceHealth } from './key-service-health.js';
import { KeyConfigError } from './kms.errors.js';
import { KmsModule } from './kms.module.js';
import { MeteredKeyService } from './metered-key.service.js';
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
    imports: [MetricsModule, KmsModule.forConfig(config), ConsumerModule],
  }).compile();
  return module.init();
}

describe('KmsModule', () => {
  it('gives the configured key service to modules that do not import it', async () => {
    const module = await boot(local);
    expect(module.get(Consumer).keys).toBeInstanceOf(MeteredKeyService);
    expect(module.get(Consumer).keys.keyId).toMatch(/^local:v1:/);
    expect(await module.get(KeyServiceHealth).hasPassed()).toBe(true);
    await module.close();
  });

  it('stops the boot for a backend it does not have, and falls back to nothing', () => {
    const config = { backend: 'other' } as unknown as KmsConfig;
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

  const keyRequests = (): number =>
    server.requests.filter(({ path }) => path.startsWith('/v1/transit/')).length;

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

  it('counts each failure, so that an alert can see the outage', async () => {
    const module = await boot(transit());
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    await expect(module.get(KeyService).wrapKey(SecretBytes.fromUtf8('k'), {})).rejects.toThrow('away');
    expect(await module.get(Metrics).render()).toContain(
      'kms_errors_total{operation="wrap",outcome="unavailable"} 1',
    );
    await module.close();
  });

  it('has the token looked after from the boot on', async () => {
    const module = await boot(transit());
    await expect(server.waitFor('/v1/auth/token/lookup-self')).resolves.toBeUndefined();
    await module.close();
  });

  it('does not look again once the check has passed', async () => {
    const module = await boot(transit());
    const asked = keyRequests();
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    expect(await module.get(KeyServiceHealth).hasPassed()).toBe(true);
    expect(keyRequests()).toBe(asked);
    await module.close();
  });

  it('runs one check for questions asked at the same time', async () => {
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    const module = await boot(transit());
    const asked = keyRequests();
    const health = module.get(KeyServiceHealth);
    expect(await Promise.all([health.hasPassed(), health.hasPassed(), health.hasPassed()])).toEqual([
      false,
      false,
      false,
    ]);
    expect(keyRequests()).toBe(asked + 1);
    await module.close();
  });
});
