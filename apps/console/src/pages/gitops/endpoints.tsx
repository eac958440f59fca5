import { useInfiniteQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import {
  deleteEndpoint,
  type Endpoint,
  endpointsQuery,
  setEndpointEnabled,
} from '../../api/queries/gitops.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { queryClient } from '../../api/query-client.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

const EndpointDialog = onDemand(() => import('./endpoint-dialog.js').then(({ EndpointDialog: it }) => it));

interface Asked {
  readonly endpoint: Endpoint;
  readonly what: 'switch' | 'delete';
}

/** The Argo CD servers. A row leads to what was seen there. */
export function Endpoints(): JSX.Element {
  const reason = missingPermission(useMe(), 'integration.edit');
  const list = useInfiniteQuery(endpointsQuery);
  const [making, setMaking] = useState(false);
  const [asked, ask] = useState<Asked | null>(null);
  const columns: readonly Column<Endpoint>[] = [
    { head: 'Argo CD', cell: ({ name }) => name },
    { head: 'Cluster', cell: ({ cluster_name }) => cluster_name, long: true },
    { head: 'Address', cell: ({ base_url }) => <code>{base_url}</code> },
    { head: 'State', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    {
      head: 'Last seen',
      cell: ({ last_observed_at: at }) => (at === null ? 'never' : <Ago at={at} />),
      end: true,
    },
    {
      head: '',
      end: true,
      cell: (endpoint) => (
        <span className={styles.cell}>
          <ActionButton
            look="quiet"
            aria-label={`${verbOf(endpoint)} ${endpoint.name}`}
            reason={reason}
            onClick={() => ask({ endpoint, what: 'switch' })}
          >
            {verbOf(endpoint)}
          </ActionButton>
          <ActionButton
            look="quiet"
            aria-label={`Delete ${endpoint.name}`}
            reason={reason}
            onClick={() => ask({ endpoint, what: 'delete' })}
          >
            Delete
          </ActionButton>
        </span>
      ),
    },
  ];
  return (
    <Section title="Argo CD endpoints">
      <div className={styles.buttons}>
        <ActionButton look="main" reason={reason} onClick={() => setMaking(true)}>
          Add an endpoint
        </ActionButton>
      </div>
      <PagedList
        list={list}
        caption="Argo CD endpoints"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/gitops', search: { endpoint: id } })}
        empty="No endpoint has been added yet."
        live
      />
      {making && <EndpointDialog onClose={() => setMaking(false)} />}
      {asked !== null && (
        <ConfirmDialog
          title={`${asked.what === 'delete' ? 'Delete' : verbOf(asked.endpoint)} ${asked.endpoint.name}`}
          verb={asked.what === 'delete' ? 'Delete' : verbOf(asked.endpoint)}
          onClose={() => ask(null)}
          onConfirm={async () => {
            await doIt(asked);
            ask(null);
            await queryClient.invalidateQueries({ queryKey: ['gitops'] });
          }}
        >
          {consequence(asked)}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function EndpointState({ endpoint }: { endpoint: Endpoint }): JSX.Element {
  return endpoint.enabled ? (
    <Badge icon="check" tone="ok">
      Enabled
    </Badge>
  ) : (
    <Badge icon="withdrawn">Disabled</Badge>
  );
}

function verbOf({ enabled }: Endpoint): string {
  return enabled ? 'Disable' : 'Enable';
}

function consequence({ endpoint, what }: Asked): string {
  if (what === 'delete') return 'Its mappings and everything that was seen there are deleted with it.';
  return endpoint.enabled
    ? 'Agents report nothing of it any more. What was seen stays.'
    : 'Agents of its cluster report what they see there again.';
}

async function doIt({ endpoint: { id, name, enabled }, what }: Asked): Promise<void> {
  const about = `the Argo CD endpoint ${name}`;
  if (what === 'delete') {
    await deleteEndpoint(id, { verb: 'Delete', about });
    toast('Deleted.');
  } else {
    await setEndpointEnabled(id, !enabled, { verb: enabled ? 'Disable' : 'Enable', about });
    toast(enabled ? 'Disabled.' : 'Enabled.');
  }
}
