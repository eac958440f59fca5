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

/** Returns SQL for the rows of a page of the table, which has the query's alias. */
export type PageOfTable = (table: string) => string;

/**
 * Returns one page of a table, oldest first, in `(created_at, id)` order (D4), or in another.
 *
 * @param source `SELECT ... FROM ...` with `cursor_at`, from our own code; as a function, it joins the page's rows only, and
 *   conditions and order refer to nothing but the table: a plan that joins first can be many times as expensive
 * @param where conditions in which `$1`, `$2`, ... are `parameters`
 * @param table the alias that owns `created_at` and `id`
 */
export async function listRows<Row extends Listed>(
  database: Sql,
  query: {
    source: string | ((page: PageOfTable) => string);
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
  const orderBy = `ORDER BY ${columns.map((column) => (descending ? `${column} DESC` : column)).join(', ')}`;
  const limit = conditions.bind(page.limit + 1);
  const pageFrom = (select: string): string =>
    `${select} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ${orderBy} LIMIT ${limit}`;
  const { source, table } = query;
  const sql =
    typeof source === 'string'
      ? pageFrom(source)
      : `${source((name) => `(${pageFrom(`SELECT * FROM ${name} ${table}`)})`)} ${orderBy}`;
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
