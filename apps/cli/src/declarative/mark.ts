const PREFIX = 'managed-by: ';
const LINE = /(?:^|\n)managed-by: ([^\n]+)$/;

/** A description, and the managed-by mark in the last line of the stored text. */
export interface Described {
  readonly description: string;
  readonly managedBy: string | null;
}

/** Parses a stored description. */
export function readMark(stored: string | null): Described {
  const found = LINE.exec(stored ?? '');
  return found
    ? { description: (stored ?? '').slice(0, found.index), managedBy: found[1]! }
    : { description: stored ?? '', managedBy: null };
}

/** Returns the description that the service stores. */
export function withMark({ description, managedBy }: Described): string {
  if (managedBy === null) return description;
  return description === '' ? PREFIX + managedBy : `${description}\n${PREFIX}${managedBy}`;
}
