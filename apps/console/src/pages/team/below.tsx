import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import type { Project } from '../../api/queries/projects.js';
import type { Team } from '../../api/queries/teams.js';
import { compareNames, pathOf, subtreeOf } from '../../places/team-tree.js';
import { Badge } from '../../ui/badge.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';

/** The projects of a team and of all teams below it. */
export function Below({ team }: { team: Team }): JSX.Element {
  const { data, error, refetch } = useQuery(projectsQuery);
  const teams = useQuery(teamsQuery).data;
  if (data === undefined || teams === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const within = subtreeOf(teams, team.id);
  const rows = data.filter(({ team_id: of }) => of === team.id || (of !== null && within.has(of)));
  if (rows.length === 0) return <Empty>No project is of this team or of one below it.</Empty>;
  const columns: readonly Column<Project>[] = [
    { head: 'Project', cell: ({ name }) => <bdi>{name}</bdi> },
    {
      head: 'Of',
      cell: ({ team_id: of }) => (of === team.id ? 'this team' : <bdi>{pathOf(teams, of!)}</bdi>),
    },
    {
      head: 'Status',
      cell: ({ status }) => (status === 'active' ? 'active' : <Badge icon="withdrawn">Archived</Badge>),
    },
    { head: 'Changed', cell: ({ updated_at }) => <Ago at={updated_at} />, end: true },
  ];
  return (
    <DataTable
      caption="Projects"
      columns={columns}
      rows={rows.sort(compareNames)}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/projects/$id', params: { id } })}
    />
  );
}
