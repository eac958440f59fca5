import { collect } from '../collect.js';
import { type Command, InvalidArgumentError } from 'commander';
import { dataOf, everyRow } from '#client';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { MAX_PAGE_SIZE } from '../find/all-rows.js';
import { placeOf, type PlaceOptions } from '../find/place.js';
import { requestIdOf } from '../find/request-id.js';
import {
  type AccessRequest,
  factsOfRequest,
  REQUEST_FORMAT,
  type Status,
  STATUSES,
} from '../output/request-format.js';
import { takeRows, type ListOptions, rowLimitOf, withLimit } from '../nouns/list-options.js';
import { reportSubmitted } from './report-submitted.js';
import { examples } from '../examples.js';

interface ReadOptions extends PlaceOptions {
  readonly key: readonly string[];
  readonly justification?: string;
  readonly wait?: string | true;
  readonly open?: boolean;
}

interface RequestListOptions extends ListOptions {
  readonly waiting?: boolean;
  readonly mine?: boolean;
  readonly status?: Status[];
  readonly project?: string;
  readonly env?: string;
  readonly ref?: string;
}

/** @throws InvalidArgumentError for a status that there is not */
function collectStatus(given: string, before: Status[] = []): Status[] {
  const found = STATUSES.find((each) => each === given);
  if (found === undefined) throw new InvalidArgumentError(`Known: ${STATUSES.join(', ')}.`);
  return [...before, found];
}

/** Adds request read, list, show, cancel. */
export function addRequests(request: Command): void {
  addRead(request);
  addList(request);
  request
    .command('show <request>')
    .description('one request: who decided, what happens next')
    .option('--timeline', 'what happened to it, oldest first')
    .addHelpText('after', examples('request show @last', 'request show 0197a3c2-7d10 --timeline'))
    .action(action(show));
  request
    .command('cancel <request>')
    .description('cancel your request')
    .action(
      action(async (cli, given: string) => {
        const id = await requestIdOf(cli, given);
        await dataOf(cli.api.POST('/api/v1/requests/{id}/cancel', { params: { path: { id } }, body: {} }));
        cli.terminal.say('Cancelled.');
      }),
    );
}

function addRead(request: Command): void {
  withPlace(request.command('read <ref>'))
    .description('ask to see values of a secret')
    .requiredOption('-k, --key <name>', 'a key of the secret; may be repeated', collect)
    .option('--justification <text>', 'why: approvers read this')
    .option('--wait [span]', 'wait until the values can be fetched')
    .option('--open', 'show it in the browser; where there is none, its address')
    .addHelpText(
      'after',
      examples(
        "request read apps/payments/db -p payments -e prod -k PASSWORD --justification 'Deploy 4.2 fails' --wait",
        'request read apps/payments/db -p payments -e dev -k USER -k PASSWORD',
      ),
    )
    .action(action(read));
}

function addList(request: Command): void {
  withLimit(request.command('list'))
    .description(
      'requests that you may see, newest first; with --ref by reference, with --waiting what ends first',
    )
    .option('--waiting', 'those that wait for you')
    .option('--mine', 'your own')
    .option('--status <status>', `${STATUSES.join(', ')}; may be repeated`, collectStatus)
    .option('-p, --project <name>', 'of this project')
    .option('-e, --env <name>', 'of this environment')
    .option('--ref <prefix>', 'of secrets that begin with this')
    .addHelpText(
      'after',
      examples(
        'request list --waiting',
        'request list --mine --status pending --status approved',
        'request list -p payments -e prod --ref apps/payments/ -o json',
      ),
    )
    .action(action(list));
}

/** Adds the options for the target of a request. */
export function withPlace(command: Command): Command {
  return command
    .requiredOption('-p, --project <name>', 'the project, by name or id')
    .requiredOption('-e, --env <name>', 'its environment')
    .option('-c, --connection <name>', 'the connection, where there are several');
}

async function read(cli: Cli, ref: string, options: ReadOptions): Promise<void> {
  const place = await placeOf(cli, options);
  const body = { ...place, secret_ref: ref, keys: [...options.key], justification: options.justification };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const request = await dataOf(cli.api.POST('/api/v1/requests/read', { body, headers }));
  await reportSubmitted(cli, request, options);
}

async function list(cli: Cli, options: RequestListOptions): Promise<void> {
  const most = rowLimitOf(options);
  const { status, mine, project, env, ref } = options;
  if (options.waiting === true && [status, mine, project, env, ref].some((each) => each !== undefined))
    throw new CliError(
      EXIT.usage,
      'What waits for you is listed whole: --waiting goes without other filters.',
    );
  const limit = Math.min(most, MAX_PAGE_SIZE);
  const rows = options.waiting === true ? waiting(cli, limit) : await seen(cli, options, limit);
  await cli.printer.rows(takeRows(rows, most), REQUEST_FORMAT);
}

function waiting(cli: Cli, limit: number): AsyncGenerator<AccessRequest> {
  return everyRow((cursor) => {
    const query = { expand: 'names' as const, limit, cursor };
    return cli.api.GET('/api/v1/requests/waiting', { params: { query } });
  });
}

async function seen(
  cli: Cli,
  options: RequestListOptions,
  limit: number,
): Promise<AsyncGenerator<AccessRequest>> {
  const { status, ref } = options;
  const filter = {
    ...{ status, ref_prefix: ref, limit, expand: 'names' as const },
    order: ref === undefined ? ('-created_at' as const) : undefined,
    requester_id: options.mine === true ? (await dataOf(cli.api.GET('/api/v1/users/me'))).id : undefined,
    ...(await placeIdsOf(cli, options)),
  };
  return everyRow((cursor) => cli.api.GET('/api/v1/requests', { params: { query: { ...filter, cursor } } }));
}

async function placeIdsOf(
  cli: Cli,
  { project, env }: RequestListOptions,
): Promise<{ project_id?: string; environment_id?: string }> {
  if (project === undefined && env === undefined) return {};
  const { idNamed } = await import('../nouns/rows.js');
  const project_id = project === undefined ? undefined : await idNamed(cli, 'project', project);
  const environment_id = env === undefined ? undefined : await idNamed(cli, 'env', env, { project_id });
  return { project_id, environment_id };
}

async function show(cli: Cli, given: string, { timeline }: { timeline?: boolean }): Promise<void> {
  const params = { path: { id: await requestIdOf(cli, given) } };
  if (timeline === true) {
    const entries = await dataOf(cli.api.GET('/api/v1/requests/{id}/timeline', { params }));
    return cli.printer.rows(entries, {
      columns: [
        { head: 'at', cell: ({ at }) => at },
        { head: 'what', cell: ({ what }) => what.replaceAll('_', ' ') },
        { head: 'by', cell: ({ by }) => by.name ?? by.ref },
      ],
      name: ({ what }) => what,
      empty: 'Nothing happened yet.',
    });
  }
  const withNames = { ...params, query: { expand: 'names' as const } };
  const request = await dataOf(cli.api.GET('/api/v1/requests/{id}', { params: withNames }));
  await cli.printer.one(request, request.id, factsOfRequest);
}
