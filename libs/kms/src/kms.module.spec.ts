import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { createLogger, type Logger, NestPinoLogger } from '#libs/logging';
import { renderMetrics } from '#libs/metrics';
import { SecretBytes } from '#libs/secret-bytes';
import type { KmsConfig } from '#libs/config';
import { KeyService } from './key.service.js';
import { KeyServiceHealth } from './key-service-health.js';
import { KeyConfigError, KeyDeniedError } from './kms.errors.js';
import { KmsModule } from './kms.module.js';
import { MeteredKeyService } from './metered-key.service.js';
import { TransitServer } from './testing/transit-server.js';

const silent = createLogger({ name: 'spec', level: 'silent' });
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

async function boot(config: KmsConfig, logger: Logger = silent) {
  register.clear();
  const module = await Test.createTestingModule({
    imports: [KmsModule.forConfig(config), ConsumerModule],
  })
    .setLogger(new NestPinoLogger(logger))
    .compile();
  return module.init();
}

describe('KmsModule', () => {
  it('provides the configured key service globally', async () => {
    const module = await boot(local);
    expect(module.get(Consumer).keys).toBeInstanceOf(MeteredKeyService);
    expect(module.get(Consumer).keys.keyId).toMatch(/^local:v1:/);
    await expect(module.get(KeyServiceHealth).requirePassed()).resolves.toBeUndefined();
    await module.close();
  });

  it('fails to boot with an unknown backend', () => {
    const config = { backend: 'other' } as unknown as KmsConfig;
    expect(() => KmsModule.forConfig(config)).toThrow(KeyConfigError);
    expect(() => KmsModule.forConfig(config)).toThrow('SVC_KMS_BACKEND');
  });
});

describe('KeyServiceHealth', () => {
  let server: TransitServer;
  const transit = (): KmsConfig => ({
    backend: 'transit',
    tokenFile: null,
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

  it('lets the process boot when the backend rejects the credentials, and recovers without a restart', async () => {
    server.forced = { status: 403, body: { errors: ['permission denied'] } };
    const module = await boot(transit());
    const health = module.get(KeyServiceHealth);
    await expect(health.requirePassed()).rejects.toThrow(KeyDeniedError);
    server.forced = undefined;
    await expect(health.requirePassed()).resolves.toBeUndefined();
    await module.close();
  });

  it('counts each failure in a metric', async () => {
    const module = await boot(transit());
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    await expect(module.get(KeyService).wrapKey(SecretBytes.fromUtf8('k'), {})).rejects.toThrow(
      'unavailable',
    );
    expect(await renderMetrics()).toContain('kms_errors_total{operation="wrap",outcome="unavailable"} 1');
    await module.close();
  });

  it('logs why the check failed at boot: rejected credentials or an unreachable backend', async () => {
    let lines = '';
    const destination = { write: (line: string) => (lines += line) };
    const log = createLogger({ name: 'api', level: 'info', destination });
    server.forced = { status: 403, body: { errors: [TOKEN] } };
    const denied = await boot(transit(), log);
    await server.stop();
    const absent = await boot(transit(), log);
    const [first = '', second = ''] = lines.split('\n').filter((line) => line.includes('KeyServiceHealth'));
    expect(JSON.parse(first)).toMatchObject({
      level: 'warn',
      msg: 'key service check failed; not ready until it succeeds',
      error_message: 'The key service denied access: check its credentials and their permissions.',
    });
    expect(JSON.parse(second)).toMatchObject({
      error_message: 'The key service is unavailable; try again shortly.',
    });
    expect(lines).not.toContain(TOKEN);
    await Promise.all([denied.close(), absent.close()]);
    await server.listenAgain();
  });

  it('starts renewing the token at boot', async () => {
    const module = await boot(transit());
    await expect(server.waitFor('/v1/auth/token/lookup-self')).resolves.toBeUndefined();
    await module.close();
  });

  it('does not check again once the check has passed', async () => {
    const module = await boot(transit());
    const asked = keyRequests();
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    await expect(module.get(KeyServiceHealth).requirePassed()).resolves.toBeUndefined();
    expect(keyRequests()).toBe(asked);
    await module.close();
  });

  it('runs one check for concurrent calls', async () => {
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    const module = await boot(transit());
    const asked = keyRequests();
    const health = module.get(KeyServiceHealth);
    const asking = [health.requirePassed(), health.requirePassed(), health.requirePassed()];
    const outcomes = await Promise.allSettled(asking);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(keyRequests()).toBe(asked + 1);
    await module.close();
  });
});
