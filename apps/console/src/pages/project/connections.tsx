import { useQuery } from '@tanstack/react-query';
import { type JSX, Suspense, useState } from 'react';
import { type Binding, projectBindingsQuery, unbindConnection } from '../../api/queries/bindings.js';
import { useMe } from '../../api/queries/me.js';
import { queryClient } from '../../api/query-client.js';
import { bindingRight, whyNotUnbind } from '../../places/binding-right.js';
import { EnvironmentBadge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { ActionLink } from '../../ui/action-link.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import type { ProjectPlace } from '../../places/project-place.js';

/** The connections that are bound to the project or to one of its environments. */
export function Connections({ place }: { place: ProjectPlace }): JSX.Element {
  const { projectId: id } = place;
  const { right, reason } = bindingRight(useMe(), place);
  const { data, error, refetch } = useQuery(projectBindingsQuery(id));
  const [taking, take] = useState<Binding | null>(null);
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const columns: readonly Column<Binding>[] = [
    { head: 'Connection', cell: ({ connection_name }) => <bdi>{connection_name}</bdi> },
    { head: 'Store', cell: ({ connection_type }) => connection_type },
    { head: 'Bound to', cell: (binding) => <BoundTo binding={binding} /> },
    { head: 'Bound', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
    {
      head: 'Actions',
      end: true,
      cell: (binding) => (
        <ActionButton
          look="quiet"
          aria-label={`Unbind ${binding.connection_name} from ${binding.environment_name ?? 'the whole project'}`}
          reason={reason ?? whyNotUnbind(right, binding)}
          onClick={() => take(binding)}
        >
          Unbind
        </ActionButton>
      ),
    },
  ];
  const bind = (
    <ActionLink reason={reason} to={`/projects/${id}/bind`}>
      Bind a connection
    </ActionLink>
  );
  return (
    <>
      {data.length === 0 ? (
        <Empty action={bind}>No connection is bound here, so nothing can be requested.</Empty>
      ) : (
        <>
          <div>{bind}</div>
          <DataTable caption="Connections" columns={columns} rows={data} rowKey={(row) => row.id} />
        </>
      )}
      <Suspense>
        {taking !== null && (
          <ConfirmDialog
            title={`Unbind ${taking.connection_name}`}
            verb="Unbind"
            onClose={() => take(null)}
            onConfirm={async () => {
              const about = `${taking.connection_name} from ${taking.environment_name ?? 'the whole project'}`;
              await unbindConnection(taking, right, { verb: 'Unbind', about });
              take(null);
              toast('Unbound.');
              await Promise.all(
                ['bindings', 'connections'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
              );
            }}
          >
            Nothing new can be requested through it{' '}
            {taking.environment_name === null ? 'in this project' : 'there'}. Requests that are open go on.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}

function BoundTo({ binding }: { binding: Binding }): JSX.Element {
  const { environment_name: name, environment_kind: kind } = binding;
  return name === null || kind === null ? (
    <>the whole project</>
  ) : (
    <EnvironmentBadge name={name} kind={kind} />
  );
}
