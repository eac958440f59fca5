import { ApiError, type Client, dataOf, everyRow } from '#client';
import { callAt } from '../api/call-at.js';
import type { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { allRows, MAX_PAGE_SIZE } from '../find/all-rows.js';
import { byName } from '../find/by-name.js';
import { UUID } from '../find/uuid.js';
import { nounOf } from './all.js';
import { takeRows } from './list-options.js';
import type { AnyNoun, AnyRow } from './noun.js';

export type Query = Readonly<Record<string, string | number | undefined>>;

const ID_PREFIX = /^[0-9a-f]{8}[0-9a-f-]*$/i;

/** Yields the rows of a list, page by page. @param most maximum number of rows */
export function rowsAt(
  api: Client,
  path: string,
  query: Query = {},
  most = Infinity,
): AsyncGenerator<AnyRow> {
  const limit = Math.min(most, MAX_PAGE_SIZE);
  const pages = everyRow<AnyRow>(async (cursor) => {
    const init = { params: { query: { ...query, limit, cursor } } };
    const { data, ...result } = await callAt(api, 'GET', path, init);
    return { data: data as AnyRow[], ...result };
  });
  return takeRows(pages, most);
}

/**
 * Returns the row of a noun with this id, prefix of an id (eight characters) or name.
 * @param query filters the list
 * @throws CliError (not found); ApiError
 */
export async function rowNamed(cli: Cli, noun: AnyNoun, given: string, query: Query = {}): Promise<AnyRow> {
  if (noun.one && UUID.test(given)) return rowOf(cli, noun, given);
  // What may be the beginning of an id has to be compared with every row, also where another is named so.
  const isByName = noun.findBy !== undefined && !ID_PREFIX.test(given);
  const rows = await candidates(cli, noun, isByName ? { ...query, [noun.findBy]: given } : query);
  return byName(rows, given, noun.noun === 'env' ? 'environment' : noun.noun).row;
}

/** Returns the id of such a row. */
export async function idNamed(cli: Cli, noun: string, given: string, query: Query = {}): Promise<string> {
  return UUID.test(given) ? given : (await rowNamed(cli, nounOf(noun), given, query)).id;
}

async function candidates(cli: Cli, noun: AnyNoun, query: Query) {
  const rows = await allRows(rowsAt(cli.api, noun.path, query));
  return rows.map((row) => ({ id: row.id, name: noun.name(row), row }));
}

async function rowOf(cli: Cli, { noun, path }: AnyNoun, id: string): Promise<AnyRow> {
  try {
    return await dataOf(callAt(cli.api, 'GET', `${path}/{id}`, { params: { path: { id } } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new CliError(EXIT.notFound, `There is no ${noun} ${id}, or it is not yours to see.`);
  }
}
