import { createHash } from 'node:crypto';

/** More texts than the service has; further ones are not prepared, which bounds the memory of each connection. */
const LIMIT = 1000;

/** A statement as it is prepared. */
export interface PreparedStatement {
  /** The same on every connection. */
  readonly name: string;
  readonly text: string;
}

const statements = new Map<string, PreparedStatement>();
let generation = 0;

/** Returns the name and text under which a statement is prepared, or null if it is not. */
export function preparedStatement(text: string): PreparedStatement | null {
  const known = statements.get(text);
  if (known !== undefined) return known;
  if (statements.size >= LIMIT) return null;
  // A pooler identifies prepared statements by their text, whatever their names.
  const sent = generation === 0 ? text : `${text} /* ${generation} */`;
  const name = createHash('sha256').update(sent).digest('base64url').slice(0, 22);
  const prepared = { name, text: sent };
  statements.set(text, prepared);
  return prepared;
}

/** Makes every statement be prepared again, after a migration has changed the result type of one. */
export function forgetStatements(): void {
  statements.clear();
  generation += 1;
}
