import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { type Environment, environmentsOfQuery } from '../../api/queries/environments.js';
import { useMe } from '../../api/queries/me.js';
import type { Project } from '../../api/queries/projects.js';
import { messageOf } from '../../api/error-messages.js';
import { EnvironmentBadge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { onDemand } from '../../ui/on-demand.js';

const NewEnvironment = onDemand(() => import('./environment-forms.js').then(({ NewEnvironment: it }) => it));
const EditEnvironment = onDemand(() =>
  import('./environment-forms.js').then(({ EditEnvironment: it }) => it),
);
const DeleteEnvironment = onDemand(() =>
  import('./delete-environment.js').then(({ DeleteEnvironment: it }) => it),
);
/** The open dialog, and its environment. */
interface Asked {
  readonly what: 'new' | 'edit' | 'delete';
  readonly of?: Environment;
}

/** The environments of a project. */
export function Environments({ project }: { project: Project }): JSX.Element {
  const { data, error, refetch } = useQuery(environmentsOfQuery(project.id));
  const [asked, ask] = useState<Asked | null>(null);
  const reason = missingGlobalPermission(useMe(), 'user_role.edit');
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const columns: readonly Column<Environment>[] = [
    {
      head: 'Environment',
      cell: ({ name, kind, risk_level }) => <EnvironmentBadge name={name} kind={kind} risk={risk_level} />,
    },
    { head: 'Type', cell: ({ type }) => type },
    { head: 'Description', cell: ({ description }) => description || '–', width: '50%', long: true },
    {
      head: 'Actions',
      end: true,
      cell: (environment) => (
        <>
          <ActionButton
            look="quiet"
            aria-label={`Edit ${environment.name}`}
            reason={reason}
            onClick={() => ask({ what: 'edit', of: environment })}
          >
            Edit
          </ActionButton>{' '}
          <ActionButton
            look="quiet"
            aria-label={`Delete ${environment.name}`}
            reason={reason}
            onClick={() => ask({ what: 'delete', of: environment })}
          >
            Delete
          </ActionButton>
        </>
      ),
    },
  ];
  const add = (
    <ActionButton
      reason={project.status === 'archived' ? messageOf('project_archived') : reason}
      onClick={() => ask({ what: 'new' })}
    >
      New environment
    </ActionButton>
  );
  return (
    <>
      {data.length === 0 ? (
        <Empty action={add}>The project has no environment yet, so nothing can be requested in it.</Empty>
      ) : (
        <>
          <div>{add}</div>
          <DataTable
            caption="Environments"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            rowLink={({ id }) =>
              linkOptions({ to: '/projects/$id/environments/$env', params: { id: project.id, env: id } })
            }
          />
        </>
      )}
      <Asking asked={asked} project={project} onClose={() => ask(null)} />
    </>
  );
}

interface AskingProps {
  readonly asked: Asked | null;
  readonly project: Project;
  readonly onClose: () => void;
}

/** What stands above the page. */
function Asking({ asked, project, onClose }: AskingProps): JSX.Element {
  return (
    <>
      {asked?.what === 'new' && <NewEnvironment projectId={project.id} onClose={onClose} />}
      {asked?.what === 'edit' && asked.of && <EditEnvironment environment={asked.of} onClose={onClose} />}
      {asked?.what === 'delete' && asked.of && (
        <DeleteEnvironment environment={asked.of} projectName={project.name} onClose={onClose} />
      )}
    </>
  );
}
