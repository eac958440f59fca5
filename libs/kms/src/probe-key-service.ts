import { randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import type { KeyService } from './key.service.js';
import { KeyServiceError, KeyUnavailableError } from './kms.errors.js';

/**
 * Wraps a throw-away key and unwraps it. Also tries another context: a backend too old for additional data ignores
 * it, and would unwrap the key of a swapped row.
 *
 * @throws KeyUnavailableError
 */
export async function probeKeyService(keys: KeyService): Promise<void> {
  const probe = SecretBytes.from(randomBytes(32));
  try {
    const wrapped = await keys.wrapKey(probe, { purpose: 'check' });
    await expectProbe(keys, wrapped, probe);
    await expectRefusal(keys, wrapped);
  } finally {
    probe.wipe();
  }
}

async function expectProbe(keys: KeyService, wrapped: string, probe: SecretBytes): Promise<void> {
  const unwrapped = await keys.unwrapKey(wrapped, { purpose: 'check' });
  const same = Buffer.from(unwrapped.reveal()).equals(probe.reveal());
  unwrapped.wipe();
  if (!same) throw new KeyUnavailableError('The key service returned a different key.');
}

async function expectRefusal(keys: KeyService, wrapped: string): Promise<void> {
  try {
    (await keys.unwrapKey(wrapped, { purpose: 'other' })).wipe();
  } catch (error) {
    if (error instanceof KeyServiceError && error.reason === 'undecryptable') return;
    throw error;
  }
  throw new KeyUnavailableError('The key service does not authenticate the context of a key.');
}
