import { CliError, EXIT } from '../exit.js';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the row with this id, prefix of an id (at least eight characters), or name.
 * @param what for the error message: `project`
 * @param about distinguishes rows with the same name, for the candidates
 * @throws CliError (not found) for none, and for several: with the candidates
 */
export function byName<Row extends Named>(
  rows: readonly Row[],
  given: string,
  what: string,
  about: (row: Row) => string = () => '',
): Row {
  const named = rows.filter(({ name }) => name === given);
  const alike =
    named.length > 0 ? named : rows.filter(({ name }) => name.toLowerCase() === given.toLowerCase());
  const found = alike.length > 0 ? alike : rows.filter(({ id }) => begins(id, given));
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new CliError(EXIT.notFound, `There is no ${what} ${given}, or it is not yours to see.`);
  const candidates = found.map((row) => `${row.id}  ${row.name}  ${about(row)}`.trimEnd());
  throw new CliError(EXIT.notFound, `${given} is ambiguous: use one of these ids.`, candidates);
}

function begins(id: string, given: string): boolean {
  return given.length >= 8 && id.startsWith(given.toLowerCase());
}
