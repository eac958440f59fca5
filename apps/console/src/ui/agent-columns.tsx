import { type Agent } from '../api/queries/fleet.js';
import { AgentState } from './agent-state.js';
import type { Column } from './data-table.js';
import { Ago } from './time.js';

/** The columns of lists of agents. */
export const AGENT_COLUMNS = {
  agent: { head: 'Agent', cell: ({ name }) => name },
  cluster: { head: 'Cluster', cell: ({ scope }) => scope.cluster ?? '–', long: true },
  state: {
    head: 'State',
    cell: (agent) => <AgentState agent={agent} />,
  },
  version: { head: 'Version', cell: ({ version }) => version ?? 'unknown', long: true },
  key: { head: 'Key', cell: ({ has_public_key }) => (has_public_key ? 'registered' : 'none yet') },
  heard: {
    head: 'Last heartbeat',
    end: true,
    cell: ({ last_seen_at }) => (last_seen_at === null ? 'never' : <Ago at={last_seen_at} />),
  },
} as const satisfies Record<string, Column<Agent>>;
