import type { AuditEvent } from './check-events.js';

/** Events are sealed in the order of their transactions: one is late by at most the duration of a transaction. */
const GRACE_MS = 10 * 60_000;

/**
 * Returns the faults of all events of a span of time: indexes of the log whose event is missing, and events that were never
 * sealed although later ones were. Near the ends of the span neither can be detected, because neighbours in the log may be
 * outside of it.
 * @param events all of them, whatever their subject, with proven positions; `occurred_at` is not proven
 */
export function checkSpan(events: readonly AuditEvent[], sinceMs: number, untilMs: number): string[] {
  const sealed = events.flatMap(({ leaf_index, occurred_at_exact: at }) =>
    leaf_index === null ? [] : [{ leaf: leaf_index, atMs: Date.parse(at) }],
  );
  sealed.sort((one, other) => one.leaf - other.leaf);
  const newestMs = sealed.reduce((newest, { atMs }) => Math.max(newest, atMs), -Infinity);
  const isInside = (atMs: number): boolean => atMs - sinceMs > GRACE_MS && untilMs - atMs > GRACE_MS;
  const missing = sealed.slice(1).flatMap(({ leaf, atMs }, index) => {
    const before = sealed[index]!;
    if (leaf === before.leaf + 1 || !isInside(before.atMs) || !isInside(atMs)) return [];
    return [`${placesOf(before.leaf + 1, leaf - 1)}: deleted`];
  });
  const unsealed = events
    .filter(
      ({ leaf_index, occurred_at_exact: at }) => leaf_index === null && newestMs - Date.parse(at) > GRACE_MS,
    )
    .map(({ id, action }) => `${id} (${action}): was never sealed, though later events were: inserted`);
  return [...missing, ...unsealed];
}

const placesOf = (from: number, to: number): string =>
  from === to ? `leaf ${from} is missing` : `leaves ${from} to ${to} are missing`;
