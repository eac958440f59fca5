import { UsageError } from './usage-error.js';

/**
 * Returns the agents that a command applies to: the one with this name, or all.
 * @throws UsageError when no agent has the name
 */
export function chooseAgents<Agent extends { readonly name: string | null }>(
  agents: readonly Agent[],
  name: string | undefined,
): readonly Agent[] {
  if (name === undefined) return agents;
  const chosen = agents.filter((agent) => agent.name === name);
  if (chosen.length > 0) return chosen;
  throw new UsageError('--agent names none of the agents in SVC_AGENT_CONFIG_FILE');
}
