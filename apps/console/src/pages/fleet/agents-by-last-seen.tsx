import { linkOptions } from '@tanstack/react-router';
import { type JSX, useMemo, useState } from 'react';
import type { Agent } from '../../api/queries/fleet.js';
import { heardAt } from '../../api/agent-liveness.js';
import { AGENT_COLUMNS } from '../../ui/agent-columns.js';
import { DataTable } from '../../ui/data-table.js';

const AT_ONCE = 50;
const { agent, cluster, state, version, heard } = AGENT_COLUMNS;

/** The picture of the fleet as a table: who is silent longest comes first. */
export function AgentsByLastSeen({ agents }: { agents: readonly Agent[] }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show as table, the longest silent first</summary>
      {open && <Table agents={agents} />}
    </details>
  );
}

function Table({ agents }: { agents: readonly Agent[] }): JSX.Element {
  const [shown, setShown] = useState(AT_ONCE);
  const sorted = useMemo(() => [...agents].sort((one, other) => rank(one) - rank(other)), [agents]);
  return (
    <DataTable
      caption="Agents, the longest silent first"
      columns={[agent, cluster, state, version, heard]}
      rows={sorted.slice(0, shown)}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/fleet/$id', params: { id } })}
      loadMore={shown < sorted.length ? () => setShown(shown + AT_ONCE) : undefined}
    />
  );
}

/** Revoked ones come last: nobody waits for their word. */
function rank(each: Agent): number {
  return each.status === 'revoked' ? Infinity : heardAt(each);
}
