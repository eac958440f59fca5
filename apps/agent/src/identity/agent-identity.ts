import { type AgentKeyPair, generateAgentKeyPair, importAgentKeyPair } from '#libs/agent-protocol';
import type { AgentConfig } from '../config/agent-config.js';
import { AgentCredentials } from './agent-credentials.js';
import { openStateStore } from './open-state-store.js';

/** The agent's identity at the control plane. */
export interface AgentIdentity {
  agentId: string;
  credentials: AgentCredentials;
  keys: AgentKeyPair;
  /** Whether the public key has to be registered: a minted agent does so at each start. */
  keyIsNew: boolean;
}

/**
 * Returns the identity from the environment, else from the stored state; null if the agent was never enrolled. A minted
 * agent generates a new key pair at each start and keeps it only in memory.
 * @throws StateError for a state that others can read or that is damaged
 */
export async function loadIdentity(config: AgentConfig): Promise<AgentIdentity | null> {
  if (config.minted) {
    const { agentId, secret } = config.minted;
    const credentials = new AgentCredentials(secret);
    return { agentId, credentials, keys: generateAgentKeyPair(), keyIsNew: true };
  }
  const state = await openStateStore(config.state).load();
  if (!state) return null;
  const keys = importAgentKeyPair(state.privateKey);
  state.privateKey.wipe();
  const credentials = new AgentCredentials(state.secret, state.previousSecret);
  return { agentId: state.agentId, credentials, keys, keyIsNew: false };
}
