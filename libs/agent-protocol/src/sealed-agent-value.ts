import type { SecretBytes } from '#libs/secret-bytes';
import type { AgentKeyPair } from './agent-key-pair.js';
import { bindingText } from './binding-text.js';
import { type HpkeEnvelope, openHpke, sealHpke } from './hpke-envelope.js';

const LABEL = 'svc/value/v1';

/** Seals the value of one wrap, of any length, to one agent (D53). @throws the errors of {@link sealHpke} */
export function sealAgentValue(
  publicKey: Uint8Array,
  value: SecretBytes,
  agentId: string,
  wrapId: string,
): HpkeEnvelope {
  return sealHpke(publicKey, value, bindingText(LABEL, agentId, wrapId));
}

/** Opens a value sealed to this agent for this wrap. @throws EnvelopeError for anything else */
export function openAgentValue(
  pair: AgentKeyPair,
  envelope: HpkeEnvelope,
  agentId: string,
  wrapId: string,
): SecretBytes {
  return openHpke(pair, envelope, bindingText(LABEL, agentId, wrapId));
}
