import { plainLine } from '../terminal/plain-text.js';
import type { Column } from './table.js';

/** Returns a member of a row by its path, `names.project`, as text; null if there is none. */
export function memberOf(row: unknown, path: string): string | null {
  let value = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the columns of `--fields a,b.c`. */
export function fieldsOf<Row>(fields: readonly string[]): Column<Row>[] {
  return fields.map((field) => ({ head: field, cell: (row) => memberOf(row, field) }));
}

/** Fills `--template` from a row: `{{id}}`, with `\t` and `\n` for tab and newline. */
export function fillTemplate(template: string, row: unknown): string {
  return template
    .replaceAll('\\t', '\t')
    .replaceAll('\\n', '\n')
    .replaceAll(/\{\{\s*\.?([\w.]+)\s*\}\}/g, (_, path: string) => plainLine(memberOf(row, path) ?? ''));
}
