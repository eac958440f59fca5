export {
  type AgentKeyPair,
  exportAgentKeyPair,
  generateAgentKeyPair,
  importAgentKeyPair,
} from './agent-key-pair.js';
export { importAgentPublicKey } from './agent-public-key.js';
export type { HpkeEnvelope } from './hpke-envelope.js';
export { WIRE_ALGORITHM } from './hpke-suite.js';
export { decryptPostedValue, encryptPostedValue, type PostedValue } from './posted-value.js';
export { openAgentValue, sealAgentValue } from './sealed-agent-value.js';
export { PROVIDER_TYPES, type ProviderType, SCOPE_KEYS, scopeKeysOf } from './provider-type.js';
export { isKeyName, isSecretRef } from './secret-name.js';
export { openDek, sealDek, type SealedDek } from './sealed-dek.js';
export { PublicKeyInvalidError, WireEnvelopeError } from './wire.errors.js';
