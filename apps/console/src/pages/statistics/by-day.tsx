import { type JSX, useState } from 'react';
import { type Column, DataTable } from '../../ui/data-table.js';
import { lengthText } from '../../ui/duration.js';
import type { Outcomes } from './totals.js';
import { numberText } from '../../ui/number-text.js';

export interface ByDayProps {
  readonly kinds: readonly { readonly name: string; readonly days: readonly Outcomes[] }[];
}

interface DayRow extends Outcomes {
  readonly kind: string;
}

/** What the charts show, as a table: the newest day first, days without a request left out. */
export function ByDay({ kinds }: ByDayProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const rows = kinds
    .flatMap(({ name, days }) => days.map((day): DayRow => ({ ...day, kind: name })))
    .filter(({ asked }) => asked > 0)
    .sort((one, other) => other.day.localeCompare(one.day));
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show as table</summary>
      {open && (
        <DataTable
          caption="Requests by day and kind of environment"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ day, kind }) => `${day} ${kind}`}
        />
      )}
    </details>
  );
}

const COLUMNS: readonly Column<DayRow>[] = [
  { head: 'Day', cell: ({ day }) => day },
  { head: 'Environments', cell: ({ kind }) => kind },
  { head: 'Requested', end: true, cell: ({ asked }) => numberText(asked) },
  { head: 'Decided', end: true, cell: ({ decided }) => numberText(decided) },
  { head: 'No vote needed', end: true, cell: ({ atOnce }) => numberText(atOnce) },
  { head: 'Expired unseen', end: true, cell: ({ unseen }) => numberText(unseen) },
  {
    head: 'Median time to a decision',
    end: true,
    cell: ({ median }) => (median === null ? '–' : lengthText(median)),
  },
];
