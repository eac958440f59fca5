import type { Database } from '#libs/database';
import { type KeyService, KeyServiceError } from '#libs/kms';
import type { SealedColumn } from './sealed-column.js';

/** Outcome for the rows that were not under the current key. */
export interface RewrapCounts {
  rewrapped: number;
  /** Retrieved, ended or changed meanwhile: nothing to do. */
  changed: number;
  /** Ciphertexts that no configured key can decrypt; left unchanged. */
  undecryptable: number;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Rewraps the data keys of one column under the current key, whose ciphertexts begin with `prefix`, in batches by id.
 * Each row is one conditional statement, so it runs beside the service and can be interrupted and resumed. @throws
 * KeyUnavailableError when the key service becomes unavailable
 */
export async function rewrapColumn(
  database: Database,
  keys: KeyService,
  column: SealedColumn,
  prefix: string,
  batch = 100,
): Promise<RewrapCounts> {
  const counts: RewrapCounts = { rewrapped: 0, changed: 0, undecryptable: 0 };
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const rows: SealedRow[] = await database.query<SealedRow>(column.stale, [prefix, after, batch]);
    for (const row of rows) counts[await rewrapRow(database, keys, column, row)] += 1;
    after = rows.at(-1)?.id;
  }
  return counts;
}

/** Returns how many rows of the column are not under the key whose texts begin with `prefix`. */
export async function countStale(database: Database, column: SealedColumn, prefix: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${column.stale}) AS stale`,
    [prefix, BEFORE_ALL, null],
  );
  return row!.count;
}

type SealedRow = Parameters<SealedColumn['rewrap']>[0];

async function rewrapRow(
  database: Database,
  keys: KeyService,
  column: SealedColumn,
  row: SealedRow,
): Promise<keyof RewrapCounts> {
  try {
    const fresh = await column.rewrap(row, keys);
    const written = await database.query(column.replace, [row.id, row.sealed, fresh]);
    return written.length === 1 ? 'rewrapped' : 'changed';
  } catch (error) {
    if (error instanceof KeyServiceError && error.reason === 'undecryptable') return 'undecryptable';
    throw error;
  }
}
