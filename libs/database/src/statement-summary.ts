const VERBS = new Set([
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'CALL', 'COPY', 'LOCK', 'SET', 'NOTIFY'],
  ...['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE'],
]);
/** The start of a quoted literal. */
const LITERAL = /'|\$[a-z_]*\$/i;
const TABLE = /\b(?:from|into|update|join)\s+([a-z_]{1,63})\b/i;

/**
 * Returns a statement's verb and first table (`UPDATE wraps`), which may be logged: the text itself may contain values.
 *
 * @param text the statement; anything but a string is called `statement`
 */
export function statementSummary(text: unknown): string {
  if (typeof text !== 'string') return 'statement';
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
  if (!VERBS.has(verb)) return 'statement';
  const [beforeLiterals = ''] = text.split(LITERAL);
  const table = TABLE.exec(beforeLiterals)?.[1];
  return table ? `${verb} ${table.toLowerCase()}` : verb;
}
