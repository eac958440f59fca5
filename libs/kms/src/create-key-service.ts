import type { KmsConfig } from '#libs/config';
import { CloudKeyService } from './cloud-key.service.js';
import type { KeyService } from './key.service.js';
import { KeyConfigError } from './kms.errors.js';
import { LocalKeyService } from './local-key.service.js';
import { TransitKeyService } from './transit-key.service.js';

/**
 * Creates the configured key service, without any call to the backend.
 *
 * @throws KeyConfigError for a backend that this build does not have; there is no fallback to `local`
 */
export function createKeyService(config: KmsConfig): KeyService {
  switch (config.backend) {
    case 'local':
      return new LocalKeyService(config.masterKey, config.previousMasterKeys);
    case 'transit':
      return new TransitKeyService(config);
    case 'cloud-kms':
      return new CloudKeyService(config);
    default:
      throw new KeyConfigError('SVC_KMS_BACKEND names a backend that this build does not have.');
  }
}
