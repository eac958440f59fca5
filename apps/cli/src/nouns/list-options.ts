import type { Command } from 'commander';
import { CliError, EXIT } from '../exit.js';

export interface ListOptions {
  readonly limit: string;
  readonly all?: boolean;
}

/** Adds --limit and --all. */
export function withLimit(command: Command): Command {
  return command.option('--limit <count>', 'at most so many', '50').option('--all', 'all of them');
}

/** Returns the maximum number of rows. @throws CliError (usage) */
export function rowLimitOf({ limit, all }: ListOptions): number {
  const most = all === true ? Infinity : /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  if (most < 1) throw new CliError(EXIT.usage, '--limit takes a number.');
  return most;
}

/** Returns the first of the rows. */
export async function* takeRows<Row>(rows: AsyncIterable<Row>, most: number): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    yield row;
    if ((count += 1) >= most) return;
  }
}
