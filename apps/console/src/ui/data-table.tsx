import { Link, type LinkProps } from '@tanstack/react-router';
import { type JSX, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and times, at the end of their cell. */
  readonly end?: boolean;
  /** Names of people's own making, which may be one long word: it is broken rather than the table widened. */
  readonly long?: boolean;
  /** A CSS width; else as its content needs. */
  readonly width?: string;
}

export interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  readonly caption: string;
  /** The first one is the row's name. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Where a row leads: `linkOptions({ to: '/requests/$id', params: { id } })`. */
  readonly rowLink?: (row: Row) => LinkProps;
  /** The next page; undefined at the end of the list. */
  readonly loadMore?: () => void;
  readonly loading?: boolean;
}

/** Rows in the service's order; labelled cards on small screens. `j` and `k` go through the rows, Enter opens one. */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  const { caption, columns, rows, rowKey, rowLink, loadMore, loading = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, end, width }) => (
              <th key={head} scope="col" className={classNames(end && styles.end)} style={{ width }}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event) => moveBetweenRows(event, body.current)}>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={classNames(rowLink && styles.linked)}>
              {columns.map(({ head, cell, end, long }, index) => (
                <Cell key={head} head={head} end={end} long={long} first={index === 0}>
                  {index === 0 && rowLink ? (
                    <Link {...rowLink(row)} className={styles.link} data-row-link="">
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {loadMore && (
        <div className={styles.more}>
          <Button onClick={loadMore} aria-busy={loading}>
            {loading ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </div>
  );
}

interface CellProps extends Pick<Column<never>, 'head' | 'end' | 'long'> {
  readonly first: boolean;
  readonly children: ReactNode;
}

function Cell({ head, end, long, first, children }: CellProps): JSX.Element {
  if (first)
    return (
      <th scope="row" className={styles.first}>
        {children}
      </th>
    );
  return (
    <td data-head={head} className={classNames(end && styles.end, long && styles.long)}>
      {children}
    </td>
  );
}

function moveBetweenRows(event: KeyboardEvent, body: HTMLElement | null): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
