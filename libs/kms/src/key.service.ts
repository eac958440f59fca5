import { randomBytes } from 'node:crypto';
import { SecretBytes } from '#libs/secret-bytes';
import { KeyServiceError, KeyUnavailableError } from './kms.errors.js';

/** What a wrapped key is bound to. It is authenticated, not stored: unwrapping requires the same members. */
export type KeyContext = Readonly<Record<string, string>>;

/** Wraps and unwraps data keys (D57). It never sees values. Also the injection token. */
export abstract class KeyService {
  /** Backend and current key, for audit and support; not secret. */
  abstract readonly keyId: string;

  /**
   * Wraps a data key.
   *
   * @returns a text that names backend and key version, so that rotating the key needs no rewriting
   * @throws KeyUnavailableError when the backend is unreachable
   */
  abstract wrapKey(dataKey: SecretBytes, context: KeyContext): Promise<string>;

  /**
   * Unwraps a data key for the same context.
   *
   * @throws KeyServiceError `undecryptable` for another context, an unknown key or a changed text
   * @throws KeyUnavailableError when the backend is unreachable
   */
  abstract unwrapKey(wrapped: string, context: KeyContext): Promise<SecretBytes>;

  /**
   * Wraps a throw-away key and unwraps it. Also tries another context: a backend too old for additional data ignores
   * it, and would unwrap the key of a swapped row.
   *
   * @throws KeyUnavailableError
   */
  async check(): Promise<void> {
    const probe = SecretBytes.from(randomBytes(32));
    try {
      const wrapped = await this.wrapKey(probe, { purpose: 'check' });
      await expectProbe(this, wrapped, probe);
      await expectRefusal(this, wrapped);
    } finally {
      probe.wipe();
    }
  }

  /** Starts background work such as token renewal. Never throws: failures are retried. */
  start(): void {}

  /** Stops background work and closes connections. No call follows. */
  async stop(): Promise<void> {}
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
