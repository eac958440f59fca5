import type { JSX } from 'react';
import { type Column, DataTable } from '../../ui/data-table.js';
import { lengthText } from '../../ui/duration.js';
import { Ago } from '../../ui/time.js';
import type { Milestone } from './milestones.js';

const COLUMNS: readonly Column<Milestone>[] = [
  { head: 'Milestone', cell: ({ name, part }) => (part === null ? name : `${name}, ${part}`) },
  { head: 'By', cell: ({ by }) => (by === null ? '–' : <bdi>{by}</bdi>), long: true },
  { head: 'When', cell: ({ at, never }) => (at === null ? never ? 'never' : 'not yet' : <Ago at={at} />) },
  { head: 'After', cell: ({ after }) => (after === null ? '–' : lengthText(after)), end: true },
];

/** The milestones of a request, as a table. */
export function MilestoneTable({ milestones }: { milestones: readonly Milestone[] }): JSX.Element {
  return (
    <DataTable
      caption="The milestones of the request, in their order"
      columns={COLUMNS}
      rows={milestones}
      rowKey={({ name }) => name}
    />
  );
}
