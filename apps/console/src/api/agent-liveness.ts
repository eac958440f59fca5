/** An agent without a heartbeat for so long is silent: three heartbeats. */
export const SILENT_SECONDS = 60;

/** What tells whether an agent is alive. */
export interface AgentSigns {
  readonly status: 'active' | 'revoked';
  readonly last_seen_at: string | null;
  readonly created_at: string;
}

/** `awaited` before the first heartbeat, for as long as one may take. */
export type Liveness = 'alive' | 'awaited' | 'silent' | 'revoked';

/** Returns the time of an agent's last heartbeat; without one, of its enrollment. */
export function heardAt({ last_seen_at, created_at }: AgentSigns): number {
  return Date.parse(last_seen_at ?? created_at);
}

/** Returns whether an agent is alive, for every page alike. @param now the service's time in milliseconds */
export function livenessOf(agent: AgentSigns, now: number): Liveness {
  if (agent.status === 'revoked') return 'revoked';
  if (now - heardAt(agent) >= SILENT_SECONDS * 1000) return 'silent';
  return agent.last_seen_at === null ? 'awaited' : 'alive';
}
