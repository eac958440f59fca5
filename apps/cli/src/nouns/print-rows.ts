import type { Cli } from '../cli.js';
import { columnsOf, factsOf, namesIn } from './names.js';
import type { Field } from './noun.js';

export interface ListFormat<Row> {
  readonly fields: readonly Field<Row>[];
  readonly name: (row: Row) => string;
  readonly empty: string;
}

/** Prints rows: for people with names, which are resolved once all rows are read; for programs one by one. */
export async function printRows<Row>(
  cli: Cli,
  rows: AsyncIterable<Row> | readonly Row[],
  { fields, name, empty }: ListFormat<Row>,
): Promise<void> {
  if (cli.printer.forPrograms) return cli.printer.rows(rows, { columns: [], name, empty });
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  const names = await namesIn(cli.api, fields, all);
  await cli.printer.rows(all, { columns: columnsOf(fields, names), name, empty });
}

/** Prints all fields of one row. */
export async function printRow<Row>(
  cli: Cli,
  row: Row,
  name: string,
  fields: readonly Field<Row>[],
): Promise<void> {
  const names = cli.printer.forPrograms ? new Map<string, string>() : await namesIn(cli.api, fields, [row]);
  await cli.printer.one(row, name, () => factsOf(fields, row, names));
}
