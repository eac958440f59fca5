import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { Button } from './button.js';
import { DataTable, type DataTableProps } from './data-table.js';
import styles from './paged-list.module.css';
import { Empty, Problem, Skeleton } from './states.js';
import { useBufferedRows } from './use-buffered-rows.js';
import { numberText } from './number-text.js';

export interface PagedListProps<Row> extends Pick<
  DataTableProps<Row>,
  'caption' | 'columns' | 'rowKey' | 'rowLink'
> {
  /** What `useInfiniteQuery` of a `pagedQuery` gives. */
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly rows: readonly Row[] }>>;
  /** What is said where there is nothing. */
  readonly empty: ReactNode;
  /** Shows new rows at once instead of waiting for a click. */
  readonly live?: boolean;
  /** Only the newest are read, again and again: with further pages, nothing new would come. */
  readonly newestAlone?: boolean;
  /** Where filters leave nothing, what takes them away; undefined without any. */
  readonly onClear?: () => void;
}

/** A list in pages, with what it shows while it is loading, empty or refused. New rows are buffered until the user shows them. */
export function PagedList<Row>(props: PagedListProps<Row>): JSX.Element {
  const { list, empty, onClear, live = false, newestAlone = false, ...table } = props;
  const all = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const held = useBufferedRows(all, table.rowKey);
  if (list.data === undefined)
    return list.error ? (
      <Problem error={list.error} again={() => void list.refetch()} />
    ) : (
      <Skeleton failure={list.failureReason} />
    );
  if (all.length === 0) return <NoRows {...{ empty, onClear }} />;
  return (
    <>
      <NewRows count={live ? 0 : held.fresh} onShow={held.show} />
      <DataTable
        {...table}
        rows={live ? all : held.rows}
        loadMore={list.hasNextPage && !newestAlone ? () => void list.fetchNextPage() : undefined}
        loading={list.isFetchingNextPage}
      />
    </>
  );
}

function NoRows({ empty, onClear }: Pick<PagedListProps<never>, 'empty' | 'onClear'>): JSX.Element {
  if (onClear === undefined) return <Empty>{empty}</Empty>;
  return <Empty action={<Button onClick={onClear}>Clear filters</Button>}>Nothing matches.</Empty>;
}

function NewRows({ count, onShow }: { count: number; onShow: () => void }): JSX.Element {
  return (
    <div role="status" aria-live="polite" className={styles.fresh}>
      {count > 0 && (
        <Button look="quiet" onClick={onShow}>
          {numberText(count)} new — show
        </Button>
      )}
    </div>
  );
}
