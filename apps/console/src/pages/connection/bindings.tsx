import { useInfiniteQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { type Binding, unbindConnection } from '../../api/queries/bindings.js';
import { bindingsQuery, type Connection } from '../../api/queries/connections.js';
import { useNames } from '../../api/queries/names.js';
import { queryClient } from '../../api/query-client.js';
import { messageOf } from '../../api/error-messages.js';
import { EnvironmentBadge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { PagedList } from '../../ui/paged-list.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';
import { onDemand } from '../../ui/on-demand.js';

const BindDialog = onDemand(() => import('./bind-dialog.js').then(({ BindDialog: it }) => it));

/** Where requests can go through a connection. */
export function Bindings({ connection }: { connection: Connection }): JSX.Element {
  const list = useInfiniteQuery(bindingsQuery(connection.id));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(rows.map(({ project_id }) => `project:${project_id}`));
  const [binding, setBinding] = useState(false);
  const [leaving, setLeaving] = useState<Binding | null>(null);
  const projectOf = (row: Binding): string => nameOf(`project:${row.project_id}`) ?? '…';
  const placeOf = (row: Binding): string =>
    `${projectOf(row)}, ${row.environment_name ?? 'every environment'}`;
  const columns: readonly Column<Binding>[] = [
    { head: 'Project', cell: projectOf },
    {
      head: 'Environment',
      cell: ({ environment_name: name, environment_kind: kind }) =>
        name === null ? 'every environment' : <EnvironmentBadge name={name} kind={kind ?? 'non_prod'} />,
    },
    { head: 'Bound', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
    {
      head: '',
      end: true,
      cell: (row) => (
        <ActionButton look="quiet" aria-label={`Unbind ${placeOf(row)}`} onClick={() => setLeaving(row)}>
          Unbind
        </ActionButton>
      ),
    },
  ];
  const refresh = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: ['connections', 'bindings', connection.id] });
  return (
    <>
      <div className={styles.buttons}>
        <ActionButton
          look="main"
          reason={connection.status === 'disabled' ? messageOf('connection_disabled') : null}
          onClick={() => setBinding(true)}
        >
          Bind
        </ActionButton>
      </div>
      <PagedList
        list={list}
        caption="Bindings of this connection"
        columns={columns}
        rowKey={({ id }) => id}
        empty="It is bound nowhere yet, so nothing can be requested through it."
        live
      />
      {binding && (
        <BindDialog
          connection={connection}
          onClose={() => {
            setBinding(false);
            void refresh();
          }}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={`Unbind ${placeOf(leaving)}`}
          verb="Unbind"
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            const about = `${connection.name} from ${placeOf(leaving)}`;
            await unbindConnection(leaving, 'integration.edit', { verb: 'Unbind', about });
            setLeaving(null);
            toast('Unbound.');
            await refresh();
          }}
        >
          Nothing can be requested there through {connection.name} any more. Requests that are open go on.
        </ConfirmDialog>
      )}
    </>
  );
}
