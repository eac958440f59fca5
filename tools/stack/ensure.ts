/** Lists are read in one page, which is enough for a demonstration. */
export const WHOLE_LIST = { params: { query: { limit: 1000 } } } as const;

/** Returns the row of the list that matches, else the one that `create` makes. */
export async function ensure<Row>(
  rows: Promise<readonly Row[]>,
  matches: (row: Row) => boolean,
  create: () => Promise<Row>,
): Promise<Row> {
  return (await rows).find(matches) ?? create();
}
