/** What one list gave for a page. */
export interface Part<Row> {
  readonly rows: readonly Row[];
  /** The cursor of its next page; undefined at its end. */
  readonly next: string | undefined;
}

interface Dated {
  readonly id: string;
  /** UTC with microseconds. */
  readonly occurred_at_exact: string;
}

/**
 * Returns the loaded rows of several lists as one, newest first. It ends where a list goes on that is not loaded further:
 * older rows of the others could come after rows of that one.
 *
 * @param pages of each page the part of every list; a list that has ended has an empty part
 */
export function mergeNewestFirst<Row extends Dated>(pages: readonly (readonly Part<Row>[])[]): Row[] {
  const rows = pages.flat().flatMap((part) => part.rows);
  const open = (pages.at(-1) ?? []).filter(({ next }) => next !== undefined);
  const ends = open.flatMap((part) => part.rows.slice(-1)).map(placeOf);
  const end = ends.sort().at(-1) ?? '';
  return rows
    .filter((row) => placeOf(row) >= end)
    .sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
}

/** The order of the log as text. */
function placeOf({ id, occurred_at_exact: at }: Dated): string {
  return `${at} ${id}`;
}
