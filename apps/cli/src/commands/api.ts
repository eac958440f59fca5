import { collect } from '../collect.js';
import type { Command } from 'commander';
import { ApiError } from '#client';
import { callAt } from '../api/call-at.js';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { examples } from '../examples.js';

interface ApiOptions {
  readonly field: readonly string[];
  readonly body?: string;
  readonly paginate?: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Adds api: any operation of the API, with the session and the step-up of all commands. */
export function addApi(program: Command): void {
  program
    .command('api <method> <path>')
    .description('call any operation of the API')
    .option(
      '-f, --field <name=value>',
      'a member of the body, or of the query of a GET; may be repeated',
      collect,
      [],
    )
    .option('--body <file>', 'the body, JSON; - for stdin')
    .option('--paginate', 'every page of a list; as with -o ndjson, which prints a row a line')
    .addHelpText(
      'after',
      examples(
        'api GET /projects',
        'api GET /requests -f status=pending --paginate',
        'api GET /audit-events -f since=2026-11-01T00:00:00Z -o ndjson',
        'api POST /teams -f name=payments',
      ),
    )
    .action(action(call));
}

async function call(cli: Cli, method: string, path: string, options: ApiOptions): Promise<void> {
  const verb = METHODS.find((each) => each === method.toUpperCase());
  if (!verb) throw new CliError(EXIT.usage, `${method} is none of ${METHODS.join(', ')}.`);
  const fields = Object.fromEntries(options.field.map(memberOf));
  if (verb === 'GET') return read(cli, pathOf(path), fields, options.paginate === true);
  const { data } = await send(cli, verb, pathOf(path), await bodyOf(options, fields));
  if (data !== undefined) await cli.printer.document(data);
}

/** Prints what is at a path: whole, or row by row as NDJSON, for which every page is asked for. */
async function read(
  cli: Cli,
  path: string,
  fields: Record<string, string>,
  everyPage: boolean,
): Promise<void> {
  const pages = pagesAt(cli, path, fields);
  if (cli.printer.isNdjson) {
    for await (const page of pages) for (const row of rowsOf(page)) await cli.printer.document(row);
    return;
  }
  const rows: unknown[] = [];
  for await (const page of pages) {
    if (!everyPage || !Array.isArray(page)) return cli.printer.document(page);
    for (const row of page as unknown[]) rows.push(row);
  }
  await cli.printer.document(rows);
}

const rowsOf = (page: unknown): readonly unknown[] => (Array.isArray(page) ? page : [page]);

async function* pagesAt(cli: Cli, path: string, fields: Record<string, string>): AsyncGenerator<unknown> {
  const [bare = ''] = path.split('?', 1);
  const query = new URLSearchParams(path.slice(bare.length));
  for (const [name, value] of Object.entries(fields)) query.set(name, value);
  for (;;) {
    const { data, response } = await send(cli, 'GET', query.size > 0 ? `${bare}?${query.toString()}` : bare);
    yield data;
    const next = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    const cursor = next === undefined ? null : new URL(next, response.url).searchParams.get('cursor');
    if (cursor === null) return;
    query.set('cursor', cursor);
  }
}

interface Sent {
  readonly data: unknown;
  readonly response: Response;
}

async function send(cli: Cli, verb: (typeof METHODS)[number], path: string, body?: unknown): Promise<Sent> {
  const init = body === undefined ? {} : { body };
  const { data, error, response } = await callAt(cli.api, verb, path, init);
  if (!response.ok) throw new ApiError(response, error);
  return { data, response };
}

function pathOf(path: string): string {
  if (!/^\/[!-~]*$/.test(path)) throw new CliError(EXIT.usage, 'A path begins with a slash: /projects.');
  return path.startsWith('/api/') ? path : `/api/v1${path}`;
}

function memberOf(field: string): [string, string] {
  const at = field.indexOf('=');
  if (at < 1) throw new CliError(EXIT.usage, `--field ${field}: use name=value.`);
  return [field.slice(0, at), field.slice(at + 1)];
}

async function bodyOf({ body, field }: ApiOptions, fields: Record<string, string>): Promise<unknown> {
  if (body === undefined) return field.length === 0 ? {} : fields;
  const [{ text }, { readFile }] = await Promise.all([
    import('node:stream/consumers'),
    import('node:fs/promises'),
  ]);
  const json = body === '-' ? await text(process.stdin) : await readFile(body, 'utf8');
  try {
    return { ...(JSON.parse(json) as object), ...fields };
  } catch {
    throw new CliError(EXIT.usage, 'The body is not valid JSON.');
  }
}
