import type { Warning } from '#libs/core';

/** SQL: an agent is alive while its last sign of life is no older than this, which is three heartbeats (D52). */
export const LIVENESS = "interval '60 seconds'";

/**
 * Returns SQL of how many agents are alive that are offered a connection's jobs: those enrolled for it, and those minted for
 * its cluster.
 *
 * @param connection SQL that names the connection's id
 * @param cluster SQL that names its cluster
 */
export function aliveAgents(connection: string, cluster: string): string {
  return `(SELECT count(*)::int FROM agents a
    WHERE (a.provider_connection_id = ${connection} OR (a.provider_connection_id IS NULL AND a.cluster_name = ${cluster}))
      AND a.status = 'active' AND a.last_seen_at > clock_timestamp() - ${LIVENESS})`;
}

/** Returns the warning for a job that no agent may claim for a while; it is queued all the same. */
export function noAgentWarnings(agentsAlive: number): Warning[] {
  return agentsAlive > 0 ? [] : [NO_AGENT_ALIVE];
}

const NO_AGENT_ALIVE: Warning = {
  code: 'no_agent_alive',
  message: 'No agent has been heard for this connection.',
};
