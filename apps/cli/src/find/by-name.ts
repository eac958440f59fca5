import { CliError, EXIT } from '../exit.js';

const MOST_NAMES = 10;

export interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the row with this id, prefix of an id (at least eight characters), or name. Whoever names something like the id of
 * another gets nothing by it: an id is that row, and a prefix that is a name as well is ambiguous.
 * @param what for the error message: `project`
 * @param about distinguishes rows with the same name, for the candidates
 * @throws CliError (not found) for none, with the names of a few, and for several: with the candidates
 */
export function byName<Row extends Named>(
  rows: readonly Row[],
  given: string,
  what: string,
  about: (row: Row) => string = () => '',
): Row {
  const own = rows.find(({ id }) => id === given.toLowerCase());
  if (own) return own;
  const named = rows.filter(({ name }) => name === given);
  const alike =
    named.length > 0 ? named : rows.filter(({ name }) => name.toLowerCase() === given.toLowerCase());
  const found = rows.filter((row) => alike.includes(row) || begins(row.id, given));
  if (found.length === 1) return found[0]!;
  if (found.length === 0)
    throw new CliError(
      EXIT.notFound,
      `There is no ${what} named ${given}, or it is not yours to see.`,
      known(rows),
    );
  const candidates = found.map((row) => `${row.id}  ${row.name}  ${about(row)}`.trimEnd());
  throw new CliError(EXIT.notFound, `${given} is ambiguous: use one of these ids.`, candidates);
}

/** Returns the names to choose from, where they fit into a line. */
function known(rows: readonly Named[]): string[] {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.length === 0 || names.length > MOST_NAMES ? [] : [`Known: ${names.join(', ')}.`];
}

function begins(id: string, given: string): boolean {
  return given.length >= 8 && id.startsWith(given.toLowerCase());
}
