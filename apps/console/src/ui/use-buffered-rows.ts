import { useState } from 'react';

/** Rows of a list that is asked for again while somebody reads it. */
export interface BufferedRows<Row> {
  readonly rows: readonly Row[];
  /** How many came on top since. */
  readonly fresh: number;
  readonly show: () => void;
}

/**
 * Holds new rows back until the person asks for them, so that nothing moves under the finger; rows that are shown
 * keep up to date. A list with another filter begins anew: give the component that filter as its `key`.
 */
export function useBufferedRows<Row>(all: readonly Row[], keyOf: (row: Row) => string): BufferedRows<Row> {
  const first = all[0] === undefined ? null : keyOf(all[0]);
  const [top, setTop] = useState(first);
  if (top === null && first !== null) setTop(first);
  const fresh = Math.max(
    0,
    all.findIndex((row) => keyOf(row) === top),
  );
  return { rows: all.slice(fresh), fresh, show: () => setTop(first) };
}
