import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Grant, grantsQuery } from '../../api/queries/grants.js';
import { fits } from './fits.js';
import type { GrantsFilter } from './fits.js';

/** Pages that are looked through by themselves. */
const MOST_PAGES = 20;
const ENOUGH = 50;

export interface FittingGrants {
  readonly list: ReturnType<typeof useGrants>;
  readonly rows: readonly Grant[];
  /** How many were looked at where there are more to look at; null where nothing is left out. */
  readonly lookedThrough: number | null;
}

const useGrants = ({ user_id, role_id }: GrantsFilter) => useInfiniteQuery(grantsQuery({ user_id, role_id }));

/** Place and origin are no filters of the service, so they are looked for here, page after page, until enough fit. */
export function useFittingGrants(filter: GrantsFilter): FittingGrants {
  const all = useGrants(filter);
  const { data, error, hasNextPage, isFetching, fetchNextPage } = all;
  const pages = data?.pages ?? [];
  const fitting = pages.map((page) => ({ ...page, rows: page.rows.filter((row) => fits(row, filter)) }));
  const rows = fitting.flatMap((page) => page.rows);
  const isNarrowed = filter.at !== undefined || filter.origin !== undefined;
  const isShort = isNarrowed && hasNextPage && rows.length < ENOUGH;
  const goesOn = isShort && pages.length < MOST_PAGES && error === null;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return {
    list: { ...all, data: data && { ...data, pages: fitting } } as typeof all,
    rows,
    lookedThrough:
      isNarrowed && hasNextPage && !goesOn ? pages.reduce((sum, page) => sum + page.rows.length, 0) : null,
  };
}
