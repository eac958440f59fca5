import { type Client, dataOf } from '#client';
import type { Column } from '../output/table.js';
import type { Fact } from '../output/printer.js';
import type { Field } from './noun.js';

/** Refs per call, the service's maximum. */
const AT_ONCE = 200;

export type Names = ReadonlyMap<string, string>;

/** Returns the names of all references of the rows; unknown and invisible ones are missing. */
export async function namesIn<Row>(
  api: Client,
  fields: readonly Field<Row>[],
  rows: readonly Row[],
): Promise<Names> {
  const refs = rows.flatMap((row) => fields.flatMap((field) => ('refs' in field ? field.refs(row) : [])));
  const wanted = [...new Set(refs.filter((ref) => ref.includes(':')))];
  const names = new Map<string, string>();
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const body = { refs: wanted.slice(at, at + AT_ONCE) };
    for (const { ref, name } of await dataOf(api.POST('/api/v1/directory/resolve', { body })))
      names.set(ref, name);
  }
  return names;
}

/** Returns the columns of a list, with names instead of ids. */
export function columnsOf<Row>(fields: readonly Field<Row>[], names: Names): Column<Row>[] {
  return fields.map((field) => ({
    ...{ head: field.head, wide: field.wide, end: field.end },
    cell: (row) => cellOf(field, row, names),
  }));
}

/** Returns all fields of one row. */
export function factsOf<Row>(fields: readonly Field<Row>[], row: Row, names: Names): Fact[] {
  return fields.map((field) => [
    field.head.charAt(0).toUpperCase() + field.head.slice(1),
    cellOf(field, row, names),
  ]);
}

function cellOf<Row>(field: Field<Row>, row: Row, names: Names): string | number | null {
  if ('cell' in field) return field.cell(row) ?? null;
  return field
    .refs(row)
    .map((ref) => names.get(ref) ?? ref.slice(ref.indexOf(':') + 1))
    .join(', ');
}
