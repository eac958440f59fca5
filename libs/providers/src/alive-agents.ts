import type { Warning } from '#libs/core';

/** SQL interval of three heartbeats: an agent without one for longer is not alive (D52). */
export const LIVENESS = "interval '60 seconds'";

/**
 * Returns SQL that counts the live agents for a connection's jobs: those enrolled for it, and those minted for its cluster.
 *
 * @param connection SQL expression of the connection's id
 * @param cluster SQL expression of its cluster
 */
export function aliveAgents(connection: string, cluster: string): string {
  return `(SELECT count(*)::int FROM agents a
    WHERE (a.provider_connection_id = ${connection} OR (a.provider_connection_id IS NULL AND a.cluster_name = ${cluster}))
      AND a.status = 'active' AND a.last_seen_at > clock_timestamp() - ${LIVENESS})`;
}

/** Returns a warning when no agent is alive to claim a job, which is queued nevertheless. */
export function noAgentWarnings(agentsAlive: number): Warning[] {
  return agentsAlive > 0 ? [] : [NO_AGENT_ALIVE];
}

const NO_AGENT_ALIVE: Warning = {
  code: 'no_agent_alive',
  message: 'No agent of this connection has sent a heartbeat recently.',
};
