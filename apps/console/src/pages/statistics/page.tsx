import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import {
  type RequestDay,
  requestStatisticsQuery,
  STATISTICS_DAYS,
  type StatisticsSpan,
} from '../../api/queries/statistics.js';
import { BarChart } from '../../pictures/bar-chart.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { lengthText } from '../../ui/duration.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { keysOf } from '../../ui/keys-of.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page, Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { ByDay } from './by-day.js';
import styles from './page.module.css';
import { kindsOf, type Outcomes, outcomesOf, totalOf } from './totals.js';
import { numberText } from '../../ui/number-text.js';

export const route = createLazyRoute('/shell/requests/statistics')({ component: StatisticsPage });

const TITLE = 'Request statistics';
/** The kinds of environments, as the page names them. */
const KINDS = { prod: 'prod', non_prod: 'non-prod', deleted: 'deleted since' } as const;
const USUAL: StatisticsSpan = '30d';
const spanText = (span: StatisticsSpan): string => `last ${STATISTICS_DAYS[span]} days`;

function StatisticsPage(): JSX.Element {
  return (
    <RequirePermission title={TITLE} anyOf={['audit.read']}>
      <Shown />
    </RequirePermission>
  );
}

function Shown(): JSX.Element {
  const { days: span = USUAL } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(requestStatisticsQuery(span));
  const spans = keysOf(STATISTICS_DAYS).filter((each) => each !== USUAL);
  return (
    <Page title={TITLE} actions={<Link to="/requests">All requests</Link>}>
      <FilterChips
        chips={[
          {
            name: 'days',
            label: 'When',
            empty: spanText(USUAL),
            choices: spans.map((value) => ({ value, label: spanText(value) })),
          },
        ]}
        chosen={{ days: span === USUAL ? undefined : span }}
        onChange={({ days }) =>
          void navigate({
            to: '/requests/statistics',
            search: { days: days as StatisticsSpan | undefined },
            replace: true,
          })
        }
      />
      {data !== undefined ? (
        <Numbers days={data} />
      ) : error === null ? (
        <Skeleton />
      ) : (
        <Problem error={error} again={() => void refetch()} />
      )}
    </Page>
  );
}

interface KindRow {
  readonly name: string;
  readonly days: readonly Outcomes[];
  readonly total: ReturnType<typeof totalOf>;
}

function Numbers({ days }: { days: readonly RequestDay[] }): ReactNode {
  const rows: readonly KindRow[] = kindsOf(days).map((kind) => {
    const outcomes = outcomesOf(days, kind);
    return { name: KINDS[kind ?? 'deleted'], days: outcomes, total: totalOf(outcomes) };
  });
  if (rows.every(({ total }) => total.asked === 0))
    return <Empty>Nobody has requested anything in these days.</Empty>;
  return (
    <>
      <DataTable
        caption="Requests by kind of environment"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ name }) => name}
      />
      <p className={styles.note}>
        Days are those of UTC. A request counts on the day on which it was made, whenever it was decided.
        Decided: approved, rejected or refused by a person. Expired unseen: its time ended before anybody
        voted or provided values.
      </p>
      {rows.map(({ name, days: outcomes, total }) => (
        <Section key={name} title={name}>
          {total.asked === 0 ? (
            <Empty>Nobody has requested anything here in these days.</Empty>
          ) : (
            <Charts outcomes={outcomes} />
          )}
        </Section>
      ))}
      <ByDay kinds={rows} />
    </>
  );
}

const PARTS = ['decided', 'no vote needed', 'expired unseen', 'open, cancelled or ended otherwise'];

function Charts({ outcomes }: { outcomes: readonly Outcomes[] }): JSX.Element {
  return (
    <div className={styles.charts}>
      <BarChart
        label="Requests by day"
        parts={PARTS}
        text={numberText}
        bars={outcomes.map(({ day, decided, atOnce, unseen, others }) => ({
          key: day,
          parts: [decided, atOnce, unseen, others],
        }))}
      />
      {outcomes.some(({ median }) => median !== null) && (
        <BarChart
          label="Median time to a decision by day"
          parts={['median']}
          text={lengthText}
          bars={outcomes.map(({ day, median }) => ({ key: day, parts: [median ?? 0] }))}
        />
      )}
    </div>
  );
}

const COLUMNS: readonly Column<KindRow>[] = [
  { head: 'Environments', cell: ({ name }) => name },
  number('Requested', ({ total }) => total.asked),
  number('Decided', ({ total }) => total.decided),
  number('No vote needed', ({ total }) => total.atOnce),
  number('Expired unseen', ({ total }) => total.unseen),
  {
    head: 'Median time to a decision',
    end: true,
    cell: ({ total: { medians } }) => {
      if (medians === null) return '–';
      const [least, most] = medians.map(lengthText);
      return least === most ? least : `${least} to ${most} by day`;
    },
  },
];

function number(head: string, of: (row: KindRow) => number): Column<KindRow> {
  return { head, end: true, cell: (row) => numberText(of(row)) };
}
