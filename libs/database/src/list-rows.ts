import { type Page, pageOf, type PageRequest } from '#libs/core';
import { Conditions } from './conditions.js';
import type { Sql } from './sql.js';

interface Listed {
  readonly id: string;
  readonly cursor_at: string;
}

/** A total order of rows. Cursors contain a time, the row's `cursor_at`, and its id. */
export interface RowOrder {
  readonly columns: readonly string[];
  /** Descending; the same index is scanned backwards. */
  readonly descending?: boolean;
  /** Returns SQL for the values of the columns at a cursor. @param at,id placeholders of the cursor's members */
  readonly position: (at: string, id: string) => string;
}

/** By age: oldest first, or newest first. */
export const AGE_ORDERS = ['created_at', '-created_at'] as const;
export type AgeOrder = (typeof AGE_ORDERS)[number];

/**
 * Returns one page of a table, oldest first, in `(created_at, id)` order (D4), or in another.
 *
 * @param source `SELECT ... FROM ...` with `cursor_at`, from our own code
 * @param where conditions in which `$1`, `$2`, ... are `parameters`
 * @param table the alias that owns `created_at` and `id`
 */
export async function listRows<Row extends Listed>(
  database: Sql,
  query: {
    source: string;
    where: readonly string[];
    parameters: readonly unknown[];
    table: string;
    order?: RowOrder;
  },
  page: PageRequest,
): Promise<Page<Row>> {
  const conditions = new Conditions(...query.parameters);
  const where = [...query.where];
  const { columns, position, descending = false } = query.order ?? byAge(query.table);
  if (page.after) {
    const end = position(conditions.bind(page.after.at), conditions.bind(page.after.id));
    where.push(`(${columns.join(', ')}) ${descending ? '<' : '>'} (${end})`);
  }
  const sql = `${query.source} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
    ORDER BY ${columns.map((column) => (descending ? `${column} DESC` : column)).join(', ')} LIMIT ${conditions.bind(page.limit + 1)}`;
  const rows = await database.query<Row>(sql, conditions.parameters);
  return pageOf(rows, page.limit);
}

/** Returns the order by age. @param table the alias that owns `created_at` and `id` */
export function byAge(table: string, order: AgeOrder = 'created_at'): RowOrder {
  return {
    columns: [`${table}.created_at`, `${table}.id`],
    descending: order === '-created_at',
    position: (at, id) => `${at}::timestamptz, ${id}::uuid`,
  };
}
