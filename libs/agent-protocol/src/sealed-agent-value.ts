import { SecretBytes } from '#libs/secret-bytes';
import type { AgentKeyPair } from './agent-key-pair.js';
import type { AgentPublicKey } from './agent-public-key.js';
import { bindingText } from './binding-text.js';
import { type HpkeEnvelope, openHpke, sealHpke } from './hpke-envelope.js';

const LABEL = 'svc/value/v1';

/** Seals the value of one wrap to one agent; any length, empty too (D53). Answers are base64. */
export async function sealAgentValue(
  publicKey: AgentPublicKey,
  value: SecretBytes,
  agentId: string,
  wrapId: string,
): Promise<HpkeEnvelope> {
  return sealHpke(publicKey, value, bindingText(LABEL, agentId, wrapId));
}

/** Opens a value sealed to this agent for this wrap. Raises WireEnvelopeError for anything else. */
export async function openAgentValue(
  pair: AgentKeyPair,
  envelope: HpkeEnvelope,
  agentId: string,
  wrapId: string,
): Promise<SecretBytes> {
  return openHpke(pair.keys, envelope, bindingText(LABEL, agentId, wrapId));
}
