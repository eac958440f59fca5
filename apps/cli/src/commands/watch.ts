import type { Command } from 'commander';
import { type components, dataOf } from '#client';
import { BACKGROUND } from '../api/background.js';
import { LongPoll } from '../api/long-poll.js';
import { action, type Cli } from '../cli.js';
import { requestIdOf } from '../find/request-id.js';
import { type AccessRequest, isTerminal } from '../output/request-format.js';
import { openLine } from '../output/table.js';
import { openBrowser } from '../terminal/open-browser.js';
import { plainLine } from '../terminal/plain-text.js';
import { longPollRequest } from './wait.js';

type Entry = components['schemas']['TimelineEntryResponse'];

const MAX_REQUESTS = 50;
const NEVER = Infinity;

/** Adds request open, watch. */
export function addWatch(request: Command): void {
  request
    .command('open <request>')
    .description('show it in the browser; where there is none, its address')
    .action(action(open));
  request
    .command('watch [request]')
    .description('what happens to a request until it is over; without one, to your newest requests')
    .action(action(watch));
}

async function open(cli: Cli, given: string): Promise<void> {
  const address = `${cli.server}/requests/${await requestIdOf(cli, given)}`;
  cli.terminal.write(`${plainLine(address)}\n`);
  if (cli.terminal.interactive) openBrowser(address);
}

async function watch(cli: Cli, given: string | undefined): Promise<void> {
  if (given === undefined) return print(cli, changes(cli), changeLine);
  return print(cli, entries(cli, await requestIdOf(cli, given)), entryLine);
}

/** Prints each row as soon as it is received. */
async function print<Row>(cli: Cli, rows: AsyncIterable<Row>, line: (row: Row) => string): Promise<void> {
  if (cli.printer.forPrograms)
    return cli.printer.rows(rows, { columns: [], name: line, empty: 'Nothing happened.' });
  for await (const row of rows) cli.terminal.write(`${line(row)}\n`);
}

async function* entries(cli: Cli, id: string): AsyncGenerator<Entry> {
  const params = { path: { id } };
  const watched = longPollRequest(cli, id, BACKGROUND);
  let seen = 0;
  for (let request = await watched.next(NEVER); request; request = await watched.next(NEVER)) {
    const all = await dataOf(cli.api.GET('/api/v1/requests/{id}/timeline', { params, headers: BACKGROUND }));
    yield* all.slice(seen);
    seen = all.length;
    if (isTerminal(request.status)) return;
  }
}

/** Yields each of the caller's requests when it is first seen, and whenever its status or votes change. */
async function* changes(cli: Cli): AsyncGenerator<AccessRequest> {
  const { id: requester_id } = await dataOf(cli.api.GET('/api/v1/users/me'));
  const newest = { order: '-created_at', limit: MAX_REQUESTS } as const;
  const query = { ...newest, requester_id, expand: 'names' as const };
  const known = new Map<string, string>();
  const call = (headers: Readonly<Record<string, string>>) =>
    cli.api.GET('/api/v1/requests', { params: { query }, headers: { ...BACKGROUND, ...headers } });
  const watched = new LongPoll(call, cli.timeoutMs, (line) => cli.terminal.say(line));
  for (let rows = await watched.next(NEVER); rows; rows = await watched.next(NEVER)) {
    for (const row of rows.toReversed()) {
      const now = `${row.status} ${row.approvals_count}`;
      if (known.get(row.id) !== now) yield row;
      known.set(row.id, now);
    }
  }
}

function entryLine({ at, what, by }: Entry): string {
  return openLine([at, what.replaceAll('_', ' '), by.name ?? by.ref]);
}

function changeLine({ id, status, updated_at: at, names, secret_ref: ref }: AccessRequest): string {
  return openLine([at, id.slice(0, 13), status, names?.project ?? '', names?.environment ?? '', ref]);
}
