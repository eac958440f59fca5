import { type Page, pageOf, type PageRequest } from '#libs/core';
import { Conditions } from './conditions.js';
import type { Sql } from './sql.js';

interface Listed {
  readonly id: string;
  readonly cursor_at: string;
}

/**
 * One page of a table, oldest first, in `(created_at, id)` order (D4).
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
  },
  page: PageRequest,
): Promise<Page<Row>> {
  const conditions = new Conditions(...query.parameters);
  const where = [...query.where];
  if (page.after) {
    const [at, id] = [conditions.bind(page.after.at), conditions.bind(page.after.id)];
    where.push(`(${query.table}.created_at, ${query.table}.id) > (${at}::timestamptz, ${id}::uuid)`);
  }
  const sql = `${query.source} ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
    ORDER BY ${query.table}.created_at, ${query.table}.id LIMIT ${conditions.bind(page.limit + 1)}`;
  const rows = await database.query<Row>(sql, conditions.parameters);
  return pageOf(rows, page.limit);
}
