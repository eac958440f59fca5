import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type Binding, projectBindingsQuery } from '../../api/queries/bindings.js';
import type { Environment } from '../../api/queries/environments.js';
import { useMe } from '../../api/queries/me.js';
import { bindingRight } from '../../places/binding-right.js';
import type { ProjectPlace } from '../../places/project-place.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ActionLink } from '../../ui/action-link.js';
import { Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';

const COLUMNS: readonly Column<Binding>[] = [
  { head: 'Connection', cell: ({ connection_name }) => <bdi>{connection_name}</bdi> },
  { head: 'Store', cell: ({ connection_type }) => connection_type },
  {
    head: 'Bound to',
    cell: ({ environment_id }) => (environment_id === null ? 'the whole project' : 'this environment'),
  },
  { head: 'Bound', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
];

/** The connections that the environment sees: its own and those of the whole project. */
export function Connections(props: { place: ProjectPlace; environment: Environment }): JSX.Element {
  const { place, environment } = props;
  const id = place.projectId;
  const { reason } = bindingRight(useMe(), place);
  const { data, error, refetch } = useQuery(projectBindingsQuery(id, environment.id));
  const bind = (
    <ActionLink reason={reason} to={`/projects/${id}/bind`} search={{ environment: environment.id }}>
      Bind a connection
    </ActionLink>
  );
  return (
    <Section title="Connections">
      {data === undefined ? (
        error ? (
          <Problem error={error} again={() => void refetch()} />
        ) : (
          <Skeleton lines={2} />
        )
      ) : data.length === 0 ? (
        <Empty action={bind}>No connection is bound here, so nothing can be requested.</Empty>
      ) : (
        <>
          <DataTable caption="Connections" columns={COLUMNS} rows={data} rowKey={(row) => row.id} />
          <p>
            {bind}{' '}
            <Link to="/projects/$id" params={{ id }} search={{ tab: 'connections' }}>
              All of the project
            </Link>
          </p>
        </>
      )}
    </Section>
  );
}
