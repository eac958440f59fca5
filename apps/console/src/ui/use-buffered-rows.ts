import { useState } from 'react';

/** The rows of a polled list that are shown, and how many new ones are buffered. */
export interface BufferedRows<Row> {
  readonly rows: readonly Row[];
  /** How many new rows are buffered. */
  readonly fresh: number;
  readonly show: () => void;
}

/**
 * Buffers new rows until the user shows them, so that nothing moves under the pointer; shown rows are updated. For another
 * filter the list starts anew: use the filter as the component's `key`.
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
