const PREFIX = 'managed-by: ';
const LINE = /(?:^|\n)managed-by: ([^\n]+)$/;

/** A description, and the managed-by mark in the last line of the stored text. */
export interface MarkedDescription {
  readonly description: string;
  readonly managedBy: string | null;
}

/** Parses a stored description. */
export function readMark(stored: string | null): MarkedDescription {
  const found = LINE.exec(stored ?? '');
  return found
    ? { description: (stored ?? '').slice(0, found.index), managedBy: found[1]! }
    : { description: stored ?? '', managedBy: null };
}

/** Returns the description that the service stores. */
export function withMark({ description, managedBy }: MarkedDescription): string {
  if (managedBy === null) return description;
  return description === '' ? PREFIX + managedBy : `${description}\n${PREFIX}${managedBy}`;
}
