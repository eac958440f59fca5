import { randomBytes } from 'node:crypto';
import { createKeyService, KeyService, KeyUnavailableError } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';

/** A real local key service that a test can make unavailable. */
export class SwitchableKeys extends KeyService {
  unavailable = false;
  private readonly keys = createKeyService({
    backend: 'local',
    masterKey: SecretBytes.from(randomBytes(32)),
    previousMasterKeys: [],
  });

  get keyId(): string {
    return this.keys.keyId;
  }

  async wrapKey(...args: Parameters<KeyService['wrapKey']>): Promise<string> {
    return this.present().wrapKey(...args);
  }

  async unwrapKey(...args: Parameters<KeyService['unwrapKey']>): Promise<SecretBytes> {
    return this.present().unwrapKey(...args);
  }

  private present(): KeyService {
    if (this.unavailable) throw new KeyUnavailableError();
    return this.keys;
  }
}
