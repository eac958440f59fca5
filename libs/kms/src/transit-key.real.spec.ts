import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { describeKeyService, type KeyServiceSubject } from './testing/key-service-contract.js';
import { TransitKeyService } from './transit-key.service.js';

/** A Vault or OpenBao with the transit engine at `transit/`, and a token that may create keys there. */
const ADDR = process.env['TEST_TRANSIT_ADDR'] ?? '';
const TOKEN = process.env['TEST_TRANSIT_TOKEN'] ?? '';

if (ADDR === '' || TOKEN === '') {
  process.stderr.write('transit is tested against the fake alone: TEST_TRANSIT_ADDR or _TOKEN is not set\n');
  describe('the contract of key services, on transit with a real server', () => {
    it('is skipped: TEST_TRANSIT_ADDR and TEST_TRANSIT_TOKEN are not set', () => {
      expect([ADDR, TOKEN]).toContain('');
    });
  });
} else {
  describeKeyService('transit on a real server', /^transit:v1:[\w.-]+:vault:v\d+:/, createSubject);
}

async function createSubject(): Promise<KeyServiceSubject> {
  const key = `countersign-test-${randomBytes(6).toString('hex')}`;
  const at = (addr: string) => new TransitKeyService({ addr, token: SecretBytes.fromUtf8(TOKEN), key });
  await administer('POST', `keys/${key}`, { type: 'aes256-gcm96' });
  return {
    keys: at(ADDR),
    rotate: async () => {
      await administer('POST', `keys/${key}/rotate`, {});
      return at(ADDR);
    },
    foreignText: async (dataKey, context) => {
      const other = `${key}-other`;
      await administer('POST', `keys/${other}`, { type: 'aes256-gcm96' });
      const settings = { addr: ADDR, token: SecretBytes.fromUtf8(TOKEN), key: other };
      const text = await new TransitKeyService(settings).wrapKey(dataKey, context);
      await remove(other);
      return text.replace(other, key);
    },
    absent: () => at('http://127.0.0.1:1'),
    stop: () => remove(key),
  };
}

async function remove(key: string): Promise<void> {
  await administer('POST', `keys/${key}/config`, { deletion_allowed: true });
  await administer('DELETE', `keys/${key}`);
}

async function administer(method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${ADDR}/v1/transit/${path}`, {
    method,
    headers: { 'x-vault-token': TOKEN, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the transit server answered ${response.status}`);
}
