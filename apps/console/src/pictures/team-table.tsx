import { linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type Column, DataTable } from '../ui/data-table.js';
import type { TeamRow } from './team-row.js';

/** The tree of teams as a table. */
export function TeamTable({ rows }: { rows: readonly TeamRow[] }): JSX.Element {
  const names = new Map(rows.map(({ team }) => [team.id, team.name]));
  const columns: readonly Column<TeamRow>[] = [
    {
      head: 'Team',
      cell: ({ team: { name, status } }) => <bdi>{status === 'archived' ? `${name} (archived)` : name}</bdi>,
    },
    {
      head: 'Under',
      cell: ({ above }) => (above[0] === undefined ? '–' : <bdi>{names.get(above[0]) ?? '…'}</bdi>),
    },
    { head: 'Projects', cell: ({ projects }) => projects, end: true },
    { head: 'Grants here', cell: ({ grantsHere }) => grantsHere, end: true },
    { head: 'Inherited', cell: ({ inherited }) => inherited, end: true },
    ...(rows.some(({ lit }) => lit)
      ? [{ head: 'Covered', cell: ({ lit }: TeamRow) => (lit ? 'yes' : 'no') }]
      : []),
  ];
  return (
    <DataTable
      caption="Teams"
      columns={columns}
      rows={rows}
      rowKey={({ team }) => team.id}
      rowLink={({ team: { id } }) => linkOptions({ to: '/teams/$id', params: { id } })}
    />
  );
}
