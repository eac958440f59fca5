import { useInfiniteQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { deleteMapping, endpointsQuery, type Mapping, mappingsQuery } from '../../api/queries/gitops.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

const MappingDialog = onDemand(() => import('./mapping-dialog.js').then(({ MappingDialog: it }) => it));

/** Which application belongs to which environment. */
export function Mappings(): JSX.Element {
  const reason = missingPermission(useMe(), 'integration.edit');
  const list = useInfiniteQuery(mappingsQuery);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const endpoints = useInfiniteQuery(endpointsQuery).data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(
    rows.flatMap((row) => [`project:${row.project_id}`, `environment:${row.environment_id}`]),
  );
  const [making, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<Mapping | null>(null);
  const columns: readonly Column<Mapping>[] = [
    { head: 'Application', cell: ({ app_name }) => app_name },
    {
      head: 'Argo CD',
      cell: (row) => endpoints.find(({ id }) => id === row.argocd_endpoint_id)?.name ?? '…',
    },
    { head: 'Project', cell: ({ project_id }) => nameOf(`project:${project_id}`) ?? '…' },
    { head: 'Environment', cell: ({ environment_id }) => nameOf(`environment:${environment_id}`) ?? '…' },
    { head: 'Mapped', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
    {
      head: '',
      end: true,
      cell: (row) => (
        <ActionButton
          look="quiet"
          aria-label={`Delete the mapping of ${row.app_name}`}
          reason={reason}
          onClick={() => setLeaving(row)}
        >
          Delete
        </ActionButton>
      ),
    },
  ];
  return (
    <Section title="Mapped applications">
      <div className={styles.buttons}>
        <ActionButton reason={reason} onClick={() => setMaking(true)}>
          Map an application
        </ActionButton>
      </div>
      <PagedList
        list={list}
        caption="Mapped applications"
        columns={columns}
        rowKey={({ id }) => id}
        empty="No application is mapped yet."
        live
      />
      {making && <MappingDialog onClose={() => setMaking(false)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={`Delete the mapping of ${leaving.app_name}`}
          verb="Delete"
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            const about = `the mapping of ${leaving.app_name}`;
            await deleteMapping(leaving.id, { verb: 'Delete', about });
            setLeaving(null);
            toast('Deleted.');
            await queryClient.invalidateQueries({ queryKey: ['gitops', 'mappings'] });
          }}
        >
          Requesters in that environment no longer see whether the application took up a change.
        </ConfirmDialog>
      )}
    </Section>
  );
}
