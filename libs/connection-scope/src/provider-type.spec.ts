import { describe, expect, it } from '@jest/globals';
import { PROVIDER_TYPES, type ProviderType, scopeKeysOf } from './provider-type.js';

describe('provider types', () => {
  it('accept and require the scope keys of the specification', () => {
    const keys = (type: ProviderType, required: boolean): string => scopeKeysOf(type, required).join(' ');
    const rows = PROVIDER_TYPES.map((type) => `${type}: ${keys(type, true)} (${keys(type, false)})`);
    expect(rows).toEqual([
      'vault: address kvMount (kvPrefix namespace)',
      'cloud1-sm: region (roleArn endpoint)',
      'cloud2-kv: vaultName tenantId clientId ()',
      'cloud3-sm: projectId (serviceAccount)',
      'orchestrator:  (namespace)',
    ]);
  });
});
