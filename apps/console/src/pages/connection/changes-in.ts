import type { Connection, ConnectionChange } from '../../api/queries/connections.js';

/** Returns the members that differ from the row: what nobody touched here is not sent, so that it overwrites nothing. */
export function changesIn(typed: ConnectionChange, row: Connection): ConnectionChange {
  const before = row as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => !isSame(value, before[name])));
}

/** Returns the names of members that differ between two readings of a row. */
export function differences(
  one: Connection,
  other: Connection,
  names: readonly (keyof Connection)[],
): string[] {
  return names.filter((name) => !isSame(one[name], other[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
