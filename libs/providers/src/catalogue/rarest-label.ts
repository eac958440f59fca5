/** Which of a filter's labels the fewest secrets have. */
export interface RarestLabel {
  /** Its place in the filter. */
  readonly index: number;
  /** So few have it that all of them can be looked at. */
  readonly rare: boolean;
}

/** So many secrets are looked at and sorted within a few milliseconds. */
const MAX_ROWS_EXAMINED = 5000;

/**
 * $1 names, $2 values. The planner can't be left to choose: it takes the conditions on a label's rows for
 * independent of each other, expects nothing to match and reads everything. Counting ends where it is enough.
 */
export const RAREST_LABEL = `SELECT l.place::int - 1 AS index, n.count <= ${MAX_ROWS_EXAMINED} AS rare
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY l (name, value, place), LATERAL (
    SELECT count(*) AS count FROM (
      SELECT FROM secret_labels t WHERE t.label = secret_label(l.name, l.value) LIMIT ${MAX_ROWS_EXAMINED + 1}) c) n
  ORDER BY n.count, l.place LIMIT 1`;
