import { useInfiniteQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { type Application, applicationsQuery, endpointsQuery } from '../../api/queries/gitops.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { Ago } from '../../ui/time.js';
import { onDemand } from '../../ui/on-demand.js';

const MappingDialog = onDemand(() => import('./mapping-dialog.js').then(({ MappingDialog: it }) => it));

/** What was seen at one Argo CD, and mapping it. */
export function Applications({ endpointId }: { endpointId: string }): JSX.Element {
  const reason = missingPermission(useMe(), 'integration.edit');
  const list = useInfiniteQuery(applicationsQuery(endpointId));
  const endpoints = useInfiniteQuery(endpointsQuery).data?.pages.flatMap(({ rows }) => rows) ?? [];
  const name = endpoints.find(({ id }) => id === endpointId)?.name ?? 'this endpoint';
  const [mapping, setMapping] = useState<string | null>(null);
  const columns: readonly Column<Application>[] = [
    { head: 'Application', cell: (row) => row.name },
    { head: 'Project at Argo CD', cell: ({ project }) => project },
    { head: 'Source', cell: (row) => <Source application={row} /> },
    {
      head: 'State',
      cell: ({ sync_status: sync, health_status: health }) => (
        <Badge tone={sync === 'Synced' && health === 'Healthy' ? 'ok' : 'warn'}>{`${sync}, ${health}`}</Badge>
      ),
    },
    { head: 'Seen', cell: ({ observed_at }) => <Ago at={observed_at} />, end: true },
    {
      head: '',
      end: true,
      cell: (row) => (
        <ActionButton
          look="quiet"
          aria-label={`Map ${row.name}`}
          reason={reason}
          onClick={() => setMapping(row.name)}
        >
          Map
        </ActionButton>
      ),
    },
  ];
  return (
    <Section title={`Applications at ${name}`}>
      <PagedList
        list={list}
        caption={`Applications at ${name}`}
        columns={columns}
        rowKey={(row) => `${row.namespace}/${row.name}`}
        empty="No agent has reported an application there yet. Agents need SVC_AGENT_GITOPS_ENABLED=true."
        live
      />
      {mapping !== null && (
        <MappingDialog endpointId={endpointId} appName={mapping} onClose={() => setMapping(null)} />
      )}
    </Section>
  );
}

function Source({ application }: { application: Application }): JSX.Element {
  const { repo_url: repository, path, target_revision: revision } = application;
  if (repository === null) return <>unknown</>;
  return (
    <code>
      {repository}
      {path !== null && ` ${path}`}
      {revision !== null && ` @ ${revision}`}
    </code>
  );
}
