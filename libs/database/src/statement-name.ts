import { createHash } from 'node:crypto';

/** More texts than the service has; what comes after them is planned each time, so that no connection's memory grows for good. */
const LIMIT = 1000;

const names = new Map<string, string>();
let generation = 0;

/** Returns the name that a statement of this text is prepared by, the same in every connection, or null for none. */
export function statementName(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= LIMIT) return null;
  const name = createHash('sha256').update(`${generation} ${text}`).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/** Prepares every statement anew: those that are kept were made before a migration changed what they return. */
export function forgetStatements(): void {
  names.clear();
  generation += 1;
}
