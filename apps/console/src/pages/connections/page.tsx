import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { type Connection, connectionsQuery } from '../../api/queries/connections.js';
import { ButtonLink } from '../../ui/button-link.js';
import { ConnectionStatus } from '../../ui/connection-status.js';
import type { Column } from '../../ui/data-table.js';
import { DiscoveryState } from '../../ui/discovery-state.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { PROVIDER_NAMES } from '../../ui/provider-names.js';
import { numberText } from '../../ui/number-text.js';

export const route = createLazyRoute('/shell/connections')({ component: ConnectionsPage });

const COLUMNS: readonly Column<Connection>[] = [
  { head: 'Connection', cell: ({ name }) => name },
  { head: 'Store', cell: ({ type }) => PROVIDER_NAMES[type] },
  { head: 'Cluster', cell: ({ cluster_name }) => cluster_name ?? 'none', long: true },
  { head: 'Status', cell: (connection) => <ConnectionStatus connection={connection} /> },
  { head: 'Discovery', cell: (connection) => <DiscoveryState connection={connection} /> },
  { head: 'Agents alive', cell: ({ agents_alive }) => numberText(agents_alive), end: true },
];

function ConnectionsPage(): ReactNode {
  return (
    <RequirePermission title="Connections" anyOf={['integration.edit']}>
      <All />
    </RequirePermission>
  );
}

function All(): JSX.Element {
  const list = useInfiniteQuery(connectionsQuery);
  return (
    <Page
      title="Connections"
      actions={
        <ButtonLink look="main" to="/connections/new">
          Connect a store
        </ButtonLink>
      }
    >
      <PagedList
        list={list}
        caption="Connections"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/connections/$id', params: { id } })}
        empty="No store is connected yet."
      />
    </Page>
  );
}
