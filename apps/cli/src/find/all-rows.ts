/** The service's maximum. */
export const MAX_PAGE_SIZE = 1000;

/** Returns the rows of all pages: a name may be that of the last one, or of several. @throws what reading a page throws */
export async function allRows<Row>(pages: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of pages) rows.push(row);
  return rows;
}
