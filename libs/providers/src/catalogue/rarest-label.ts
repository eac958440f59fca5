/** The label of a filter that the fewest secrets have. */
export interface RarestLabel {
  /** Its index in the filter. */
  readonly index: number;
  /** Whether its secrets are few enough to examine all of them. */
  readonly rare: boolean;
}

/** This many secrets can be examined and sorted within a few milliseconds. */
const MAX_ROWS_EXAMINED = 5000;

/**
 * $1 names, $2 values. The planner can't choose by itself: it assumes that the conditions on a label's rows are
 * independent, expects no match and reads everything. Counting stops at the limit.
 */
export const RAREST_LABEL = `SELECT l.place::int - 1 AS index, n.count <= ${MAX_ROWS_EXAMINED} AS rare
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY l (name, value, place), LATERAL (
    SELECT count(*) AS count FROM (
      SELECT FROM secret_labels t WHERE t.label = secret_label(l.name, l.value) LIMIT ${MAX_ROWS_EXAMINED + 1}) c) n
  ORDER BY n.count, l.place LIMIT 1`;
