import { httpErrors } from './http.errors.js';

/** A keyset position: the page starts strictly after it, in `(created_at|occurred_at, id)` order (D4). */
export interface Cursor {
  /** ISO timestamp with microseconds, as Postgres prints it. */
  readonly at: string;
  readonly id: string;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: Cursor | null;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** Opaque; null on the last page. */
  readonly next: string | null;
}

const CURSOR =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const DEFAULT_LIMIT = 100;

/**
 * Parses `limit` (1 to 1000, default 100) and `cursor` of a list request.
 *
 * @throws DomainError validation_failed for a malformed cursor
 */
export function pageRequest(query: { limit?: number; cursor?: string }): PageRequest {
  return {
    limit: query.limit ?? DEFAULT_LIMIT,
    after: query.cursor === undefined ? null : decodeCursor(query.cursor),
  };
}

/** Returns the page from rows fetched with `limit + 1`, with the cursor of the next page. */
export function pageOf<Row extends { readonly cursor_at: string; readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? encodeCursor({ at: last.cursor_at, id: last.id }) : null;
  return { rows: page, next };
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.at}|${cursor.id}`).toString('base64url');
}

function decodeCursor(text: string): Cursor {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match?.[1] || !match[2] || !isInstant(match[1])) {
    throw httpErrors.invalidCursor();
  }
  return { at: match[1], id: match[2] };
}

/** Rejects times that Postgres doesn't support: JavaScript parses February 30 as March 1, and has a year 0. */
function isInstant(text: string): boolean {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || text.startsWith('0000')) return false;
  return time.toISOString().slice(0, 19) === text.slice(0, 19);
}

/**
 * Returns SQL that prints a timestamp column with microseconds, for the cursor.
 *
 * @param column a trusted column name
 */
export function cursorColumn(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS cursor_at`;
}
