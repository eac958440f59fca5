import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { getToken } from '@willsoto/nestjs-prometheus';
import { register } from 'prom-client';
import { renderMetrics } from '#libs/metrics';
import { SecretBytes } from '#libs/secret-bytes';
import { LocalKeyService } from './local-key.service.js';
import type { KeyService } from './key.service.js';
import { KMS_ERRORS, KMS_METRICS, KMS_DURATION, MeteredKeyService } from './metered-key.service.js';
import { describeKeyService } from './testing/key-service-contract.js';
import { TransitKeyService } from './transit-key.service.js';

const secret = (byte: number): SecretBytes => SecretBytes.from(Buffer.alloc(32, byte));
const local = (...previous: SecretBytes[]): LocalKeyService => new LocalKeyService(secret(1), previous);
const absent = (): TransitKeyService =>
  new TransitKeyService({ addr: 'http://127.0.0.1:1', token: SecretBytes.fromUtf8('t'), key: 'wraps' });

async function metered(keys: KeyService): Promise<MeteredKeyService> {
  register.clear();
  const module = await Test.createTestingModule({ providers: KMS_METRICS }).compile();
  return new MeteredKeyService(keys, module.get(getToken(KMS_ERRORS)), module.get(getToken(KMS_DURATION)));
}

describeKeyService('a metered service', /^local:v1:/, async () => ({
  keys: await metered(local()),
  rotate: () => metered(new LocalKeyService(secret(2), [secret(1)])),
  foreignText: (key, binding) => new LocalKeyService(secret(3)).wrapKey(key, binding),
  absent: () => null,
  stop: async () => undefined,
}));

describe('MeteredKeyService', () => {
  it('initializes the error series to 0', async () => {
    await metered(local());
    expect(await renderMetrics()).toContain('kms_errors_total{operation="unwrap",outcome="unavailable"} 0');
  });

  it('counts failures by operation and outcome', async () => {
    const away = await metered(absent());
    await expect(away.wrapKey(secret(9), {})).rejects.toThrow();
    await expect(away.check()).rejects.toThrow();
    await expect(away.unwrapKey('no text of ours', {})).rejects.toThrow();
    await expect(away.wrapKey(secret(9), { a: '\ud800' })).rejects.toThrow(TypeError);
    const text = await renderMetrics();
    expect(text).toContain('kms_errors_total{operation="wrap",outcome="unavailable"} 1');
    expect(text).toContain('kms_errors_total{operation="check",outcome="unavailable"} 1');
    expect(text).toContain('kms_errors_total{operation="unwrap",outcome="undecryptable"} 1');
    expect(text).toContain('kms_errors_total{operation="wrap",outcome="error"} 1');
  });

  it('times every operation', async () => {
    const keys = await metered(local());
    await keys.unwrapKey(await keys.wrapKey(secret(9), {}), {});
    const text = await renderMetrics();
    expect(text).toContain('kms_operation_duration_seconds_count{operation="wrap"} 1');
    expect(text).toContain('kms_operation_duration_seconds_count{operation="unwrap"} 1');
  });
});
