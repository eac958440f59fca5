import { describe, expect, it } from '@jest/globals';
import { PROVIDER_TYPES, SCOPE_KEYS } from './provider-type.js';

describe('the types of providers', () => {
  it('take, and need, the scope keys of the specification', () => {
    const rows = PROVIDER_TYPES.map((type) => {
      const { required, optional } = SCOPE_KEYS[type];
      return `${type}: ${required.join(' ')} (${optional.join(' ')})`;
    });
    expect(rows).toEqual([
      'vault: address kvMount (kvPrefix namespace)',
      'cloud1-sm: region (roleArn endpoint)',
      'cloud2-kv: vaultName tenantId clientId ()',
      'cloud3-sm: projectId (serviceAccount)',
      'orchestrator:  (namespace)',
    ]);
  });
});
