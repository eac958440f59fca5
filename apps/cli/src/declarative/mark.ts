const PREFIX = 'managed-by: ';
const LINE = /(?:^|\n)managed-by: ([^\n]+)$/;

/** A description, and who keeps the object in files: the last line of what the service stores. */
export interface Described {
  readonly description: string;
  readonly managedBy: string | null;
}

/** Returns what a stored description says. */
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
