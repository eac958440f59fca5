export {
  type AgentKeyPair,
  exportAgentKeyPair,
  generateAgentKeyPair,
  importAgentKeyPair,
} from './agent-key-pair.js';
export { parseAgentPublicKey } from './agent-public-key.js';
export type { HpkeEnvelope } from './hpke-envelope.js';
export { HPKE_ALGORITHM } from './hpke.js';
export { decryptPostedValue, encryptPostedValue, type PostedValue } from './posted-value.js';
export { openAgentValue, sealAgentValue } from './sealed-agent-value.js';
export { isKeyName, isSecretRef } from './secret-name.js';
export { openDek, sealDek, type SealedDek } from './sealed-dek.js';
export { PublicKeyInvalidError, EnvelopeError } from './agent-protocol.errors.js';
