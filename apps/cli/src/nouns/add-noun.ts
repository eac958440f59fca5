import { type Command, Option } from 'commander';
import { action, type Cli } from '../cli.js';
import { type ListOptions, rowLimitOf, withLimit } from './list-options.js';
import type { AnyNoun, AnyRow } from './noun.js';
import { printRow, printRows } from './print-rows.js';
import { idNamed, type Query, rowNamed, rowsAt } from './rows.js';

type Rows = AsyncIterable<AnyRow> | readonly AnyRow[];
type Given = ListOptions & Readonly<Record<string, string | undefined>>;

/** Adds `<noun> list` and `<noun> show`. @returns the command, for further verbs */
export function addNoun(program: Command, noun: AnyNoun): Command {
  const command = program.command(noun.noun).description(noun.about);
  const list = withLimit(command.command('list').description(`${noun.plural} that you may see`));
  withFilters(list, noun.filters);
  list.action(
    action(async (cli, options: Given) => {
      const query = { ...noun.preset, ...(await queryOf(cli, noun, options)) };
      const empty = `No ${noun.plural}.`;
      await printRows(cli, await listed(cli, noun, query, rowLimitOf(options)), { ...noun, empty });
    }),
  );
  const show = command
    .command(`show <${noun.noun}>`)
    .description('one of them, by name, id or eight characters of its id');
  const places = noun.filters.filter(({ of }) => of !== undefined);
  withFilters(show, places).action(
    action(async (cli, given: string, options: Given) => {
      const row = await rowNamed(cli, noun, given, await queryOf(cli, { ...noun, filters: places }, options));
      await printRow(cli, row, noun.name(row), noun.fields);
    }),
  );
  return command;
}

async function listed(cli: Cli, { path, compare }: AnyNoun, query: Query, most: number): Promise<Rows> {
  if (compare === undefined) return rowsAt(cli.api, path, query, most);
  const all = [];
  for await (const row of rowsAt(cli.api, path, query)) all.push(row);
  return all.sort(compare).slice(0, most);
}

function withFilters(command: Command, filters: AnyNoun['filters']): Command {
  for (const { flags, text } of filters) command.addOption(new Option(flags, text));
  return command;
}

/** Resolves names in the order of the filters, because an environment's depends on the project. */
async function queryOf(cli: Cli, { filters }: AnyNoun, options: Given): Promise<Query> {
  const query: Record<string, string> = {};
  for (const { flags, query: name, of } of filters) {
    const given = options[new Option(flags).attributeName()];
    if (given === undefined) continue;
    const within =
      of === 'env' && query['project_id'] !== undefined ? { project_id: query['project_id'] } : {};
    query[name] = of === undefined ? given : await idNamed(cli, of, given, within);
  }
  return query;
}
