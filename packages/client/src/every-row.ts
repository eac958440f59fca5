import { dataOf } from './data-of.js';

interface PageResult<Row> {
  readonly data?: readonly Row[];
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns every row of a list, page after page:
 * `everyRow((cursor) => api.GET('/api/v1/projects', { params: { query: { cursor } } }))`.
 *
 * @throws ApiError as the calls do
 */
export async function* everyRow<Row>(
  page: (cursor: string | undefined) => Promise<PageResult<Row>>,
): AsyncGenerator<Row, void, undefined> {
  let cursor: string | undefined;
  do {
    const call = page(cursor);
    await dataOf(call);
    const { data = [], response } = await call;
    yield* data;
    cursor = nextCursor(response);
  } while (cursor !== undefined);
}

/** Returns the cursor of `Link: <...>; rel="next"` (RFC 8288). */
function nextCursor(response: Response): string | undefined {
  const next = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return next === undefined
    ? undefined
    : (new URL(next, response.url).searchParams.get('cursor') ?? undefined);
}
