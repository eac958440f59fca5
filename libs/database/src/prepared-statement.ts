import { createHash } from 'node:crypto';

/** More texts than the service has; what comes after them is planned each time, so that no connection's memory grows for good. */
const LIMIT = 1000;

/** A statement as it is prepared. */
export interface PreparedStatement {
  /** The same in every connection. */
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, PreparedStatement>();
let generation = 0;

/** Returns the name and the text that a statement is prepared by, or null for none. */
export function preparedStatement(text: string): PreparedStatement | null {
  const known = statements.get(text);
  if (known !== undefined) return known;
  if (statements.size >= LIMIT) return null;
  // A pooler keeps statements by their texts, whatever their names.
  const sent = generation === 0 ? text : `${text} /* ${generation} */`;
  const name = createHash('sha256').update(sent).digest('base64url').slice(0, 22);
  const prepared = { name, text: sent };
  statements.set(text, prepared);
  return prepared;
}

/** Prepares every statement anew: those that are kept were made before a migration changed what they return. */
export function forgetStatements(): void {
  statements.clear();
  generation += 1;
}
