export { createKeyService } from './create-key-service.js';
export { KeyService } from './key.service.js';
export { KeyServiceHealth } from './key-service-health.js';
export { KeyConfigError, KeyDeniedError, KeyServiceError, KeyUnavailableError } from './kms.errors.js';
export { KmsModule } from './kms.module.js';
export { currentKeyPrefix, keyIdOf } from './rewrap-key.js';
export { openBlob, rewrapBlob, sealBlob } from './sealed-blob.js';
export { openValue, rewrapValueKey, sealValue, type SealedValue } from './sealed-value.js';
