import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { environmentsQuery } from '../../api/queries/environments.js';
import { type MyProject, myProjectsQuery, projectsQuery, teamsQuery } from '../../api/queries/places.js';
import { compareNames, pathOf } from '../../places/team-tree.js';
import { EnvironmentBadge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import styles from './page.module.css';
import type { ProjectsSearch } from './search.js';

/** Rows that are shown at first, and more of them each time. */
const AT_ONCE = 100;

type Row = Pick<MyProject, 'id' | 'name' | 'team_id' | 'status' | 'updated_at' | 'environments'>;

export interface ProjectListProps extends ProjectsSearch {
  readonly onClear: () => void;
}

/** The projects by name, each with its team and its environments. */
export function ProjectList({ show, status, q, onClear }: ProjectListProps): JSX.Element {
  const [most, setMost] = useState(AT_ONCE);
  const { data, error, refetch } = useProjects(show);
  const teams = useQuery(teamsQuery).data ?? [];
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const rows = data
    .filter((row) => row.status === (status ?? 'active') && hasPart(row.name, q))
    .sort(compareNames);
  if (rows.length === 0)
    return q !== undefined || status !== undefined ? (
      <Empty action={<Button onClick={onClear}>Clear filters</Button>}>Nothing matches.</Empty>
    ) : (
      <None show={show} />
    );
  const columns: readonly Column<Row>[] = [
    { head: 'Project', cell: ({ name }) => <bdi>{name}</bdi>, width: '30%' },
    { head: 'Team', cell: ({ team_id: team }) => (team === null ? '–' : <bdi>{pathOf(teams, team)}</bdi>) },
    {
      head: 'Environments',
      width: '25%',
      cell: ({ environments }) => <Environments of={environments} />,
    },
    { head: 'Changed', cell: ({ updated_at }) => <Ago at={updated_at} />, end: true },
  ];
  return (
    <DataTable
      caption="Projects"
      columns={columns}
      rows={rows.slice(0, most)}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/projects/$id', params: { id } })}
      loadMore={rows.length > most ? () => setMost(most + AT_ONCE) : undefined}
    />
  );
}

function Environments({ of }: { of: MyProject['environments'] }): JSX.Element {
  if (of.length === 0) return <>none</>;
  return (
    <span className={styles.environments}>
      {of.map(({ id, name, kind, risk_level }) => (
        <EnvironmentBadge key={id} name={name} kind={kind} risk={risk_level} />
      ))}
    </span>
  );
}

function None({ show }: Pick<ProjectsSearch, 'show'>): JSX.Element {
  if (show === 'all') return <Empty>There is no project yet.</Empty>;
  const all = (
    <Link to="/projects" search={{ show: 'all' }}>
      All projects
    </Link>
  );
  return <Empty action={all}>None of your roles covers a project.</Empty>;
}

/** The person's projects, or all of them, each with its environments. */
function useProjects(
  show: ProjectsSearch['show'],
): Pick<UseQueryResult<readonly Row[]>, 'data' | 'error' | 'refetch'> {
  const mine = useQuery({ ...myProjectsQuery, enabled: show === undefined });
  const all = useQuery({ ...projectsQuery, enabled: show === 'all' });
  const environments = useQuery({ ...environmentsQuery, enabled: show === 'all' }).data;
  if (show === undefined) return mine;
  const of = new Map<string, Row['environments']>();
  for (const each of environments ?? []) of.set(each.project_id, [...(of.get(each.project_id) ?? []), each]);
  const data = all.data?.map((row) => ({ ...row, environments: of.get(row.id) ?? [] }));
  return { data, error: all.error, refetch: all.refetch as never };
}

function hasPart(name: string, part = ''): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}
