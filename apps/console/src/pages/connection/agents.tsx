import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Connection } from '../../api/queries/connections.js';
import { agentsQuery } from '../../api/queries/fleet.js';
import { AGENT_COLUMNS } from '../../ui/agent-columns.js';
import { PagedList } from '../../ui/paged-list.js';

const { agent, cluster, state, version, key, heard } = AGENT_COLUMNS;

/** The agents that serve a connection. */
export function Agents({ connection: { id, cluster_name } }: { connection: Connection }): JSX.Element {
  return (
    <>
      <PagedList
        list={useInfiniteQuery(agentsQuery({ provider_connection_id: id }))}
        caption="Agents of this connection"
        columns={[agent, cluster, state, version, key, heard]}
        rowKey={(row) => row.id}
        rowLink={(row) => linkOptions({ to: '/fleet/$id', params: { id: row.id } })}
        empty={
          <>
            No agent has been enrolled for it yet.{' '}
            <Link to="/connections/$id" params={{ id }} search={{ tab: 'enrollment' }}>
              Enroll one
            </Link>
          </>
        }
      />
      {cluster_name !== null && <p>Only agents of the cluster {cluster_name} are offered its jobs.</p>}
    </>
  );
}
