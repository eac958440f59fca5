import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import type { Versioned } from '../../api/client.js';
import { type Connection, connectionQuery } from '../../api/queries/connections.js';
import { ConnectionStatus } from '../../ui/connection-status.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page } from '../../ui/page.js';
import { type Tab, Tabs } from '../../ui/tabs.js';
import { Agents } from './agents.js';
import { Bindings } from './bindings.js';
import { Discovery } from './discovery.js';
import { EnrollmentTokens } from './enrollment-tokens.js';
import { Overview } from './overview.js';
import type { TabName } from './tab-names.js';

export const route = createLazyRoute('/shell/connections/$id')({ component: ConnectionPage });

const LABELS: readonly (readonly [tab: TabName | undefined, label: string])[] = [
  [undefined, 'Overview'],
  ['bindings', 'Bindings'],
  ['discovery', 'Discovery'],
  ['agents', 'Agents'],
  ['enrollment', 'Enrollment'],
];

function ConnectionPage(): ReactNode {
  return (
    <RequirePermission title="Connection" anyOf={['integration.edit']}>
      <One />
    </RequirePermission>
  );
}

function One(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Connection"
      query={useQuery(connectionQuery(id))}
      gone={['connection_not_found', <Link to="/connections">All connections</Link>]}
    >
      {(read) => <Shown key={id} read={read} />}
    </ResourcePage>
  );
}

function Shown({ read }: { read: Versioned<Connection> }): JSX.Element {
  const { tab } = route.useSearch();
  const { row } = read;
  const tabs = LABELS.map(([name, label]): Tab => {
    const search = name === undefined ? {} : { tab: name };
    return { label, link: linkOptions({ to: '/connections/$id', params: { id: row.id }, search }) };
  });
  return (
    <Page title={row.name} actions={<ConnectionStatus connection={row} />}>
      <Tabs label="Parts of the connection" tabs={tabs} />
      {tab === undefined && <Overview read={read} />}
      {tab === 'bindings' && <Bindings connection={row} />}
      {tab === 'discovery' && <Discovery connection={row} />}
      {tab === 'agents' && <Agents connection={row} />}
      {tab === 'enrollment' && <EnrollmentTokens connection={row} />}
    </Page>
  );
}
