import { dataOf } from '../client.js';
import { nextCursor } from '../next-cursor.js';
import type { PageResponse, PageParams } from './paged.js';

/** Rows of one call, as many as the service gives. */
const AT_ONCE = 1000;
/** Nobody reads more than that; pages that count over such a list say so. */
export const MAX_ROWS = 10_000;

/** Returns a list whole, page after page, up to `MAX_ROWS`: for choices, trees and counts. @throws ApiError */
export async function fetchAllPages<Row>(
  fetchPage: (page: PageParams) => Promise<PageResponse<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const call = fetchPage({ limit: AT_ONCE, cursor });
    rows.push(
      ...((await dataOf(call as Promise<PageResponse<Row> & { error?: undefined }>)) as readonly Row[]),
    );
    cursor = nextCursor((await call).response);
  } while (cursor !== undefined && rows.length < MAX_ROWS);
  return rows;
}
