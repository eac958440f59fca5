import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type Agent, type AgentFilter, agentsQuery } from '../../api/queries/fleet.js';
import { hasPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { AGENT_COLUMNS } from '../../ui/agent-columns.js';
import type { Column } from '../../ui/data-table.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Page, Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { Clusters } from './clusters.js';
import { UnservedConnections } from './unserved-connections.js';

export const route = createLazyRoute('/shell/fleet')({ component: FleetPage });

function FleetPage(): JSX.Element {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const { version } = filter;
  return (
    <Page title="Fleet" actions={hasPermission(me, 'integration.edit') && <Link to="/jobs">Jobs</Link>}>
      {hasPermission(me, 'integration.edit') && <UnservedConnections />}
      <Clusters />
      <Section title="Agents">
        <FilterChips
          chips={[
            {
              name: 'status',
              label: 'Status',
              choices: [
                { value: 'active', label: 'active' },
                { value: 'revoked', label: 'revoked' },
              ],
            },
            { name: 'silent', label: 'Silent', choices: [{ value: 'yes', label: 'over a minute' }] },
            ...(version === undefined
              ? []
              : [
                  {
                    name: 'version' as const,
                    label: 'Version',
                    choices: [{ value: version, label: version }],
                  },
                ]),
          ]}
          chosen={filter}
          onChange={(changed) =>
            void navigate({ to: '/fleet', search: { ...filter, ...(changed as AgentFilter) }, replace: true })
          }
        />
        <List key={JSON.stringify(filter)} filter={filter} onClear={() => void navigate({ to: '/fleet' })} />
      </Section>
    </Page>
  );
}

function List({ filter, onClear }: { filter: AgentFilter; onClear: () => void }): JSX.Element {
  const list = useInfiniteQuery(agentsQuery(filter));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(
    rows.map(({ provider_connection_id: id }) => (id === null ? null : `provider_connection:${id}`)),
  );
  const columns: readonly Column<Agent>[] = [
    AGENT_COLUMNS.agent,
    AGENT_COLUMNS.cluster,
    {
      head: 'Connection',
      long: true,
      cell: ({ provider_connection_id: id }) =>
        id === null ? '–' : (nameOf(`provider_connection:${id}`) ?? `…${id.slice(-6)}`),
    },
    AGENT_COLUMNS.state,
    AGENT_COLUMNS.version,
    AGENT_COLUMNS.key,
    AGENT_COLUMNS.heard,
  ];
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <PagedList
      list={list}
      caption="Agents"
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/fleet/$id', params: { id } })}
      empty="No agent has been enrolled yet."
      onClear={filtered ? onClear : undefined}
    />
  );
}
