import { type AgentKeyPair, generateAgentKeyPair, importAgentKeyPair } from '#libs/agent-protocol';
import type { AgentConfig } from '../config/agent-config.js';
import { AgentCredentials } from './agent-credentials.js';
import { openStateStore } from './open-state-store.js';

/** Who this agent is to the control plane. */
export interface AgentIdentity {
  agentId: string;
  credentials: AgentCredentials;
  keys: AgentKeyPair;
  /** Whether the public key has yet to be registered: a minted agent does so at each start. */
  keyIsNew: boolean;
}

/**
 * Returns the identity from the environment, else from the kept state; null when the agent was never enrolled.
 * A minted agent makes a new key pair at each start and keeps it in memory alone.
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
