import type { Command } from 'commander';
import { EVENT_FORMAT } from '../audit/event-format.js';
import { type EventOptions, eventQueryOf, withEventFilters, withSpan } from '../audit/event-filter.js';
import { eventsOf } from '../audit/events.js';
import { action, type Cli } from '../cli.js';
import { addProofs } from './audit-proofs.js';
import { CliError, EXIT } from '../exit.js';
import { takeRows, type ListOptions, rowLimitOf, withLimit } from '../nouns/list-options.js';
import { printRows } from '../nouns/print-rows.js';
import { millisecondsOf, timerMillisecondsOf } from '../output/time.js';

interface TailOptions extends EventOptions {
  readonly every: string;
  readonly atMost?: string;
}

/** Adds audit list, tail, verify, checkpoint, watch-log. */
export function addAudit(program: Command): void {
  const audit = program.command('audit').description('audit events and their proofs');
  withLimit(withSpan(withEventFilters(audit.command('list'))))
    .description('events, newest first')
    .action(action(list));
  withEventFilters(audit.command('tail'))
    .description('events as they happen, one JSON a line')
    .option('--since <when>', 'start time', '0s')
    .option('--every <span>', 'polling interval', '2s')
    .option('--at-most <span>', 'maximum duration; else until interrupted')
    .action(action(follow));
  addProofs(audit);
}

async function list(cli: Cli, options: EventOptions & ListOptions): Promise<void> {
  const most = rowLimitOf(options);
  const query = await eventQueryOf(cli, options);
  await printRows(cli, takeRows(eventsOf(cli.api, query, most), most), EVENT_FORMAT);
}

async function follow(cli: Cli, options: TailOptions): Promise<void> {
  const every = timerMillisecondsOf(options.every);
  const atMost = options.atMost === undefined ? Infinity : millisecondsOf(options.atMost);
  if (every === null || every < 100 || atMost === null)
    throw new CliError(
      EXIT.usage,
      '--every and --at-most take a span of time: 2s, 10m; --every 100ms to 24d.',
    );
  const { since, ...filter } = await eventQueryOf(cli, options);
  const { tail } = await import('../audit/tail.js');
  const events = tail(cli, filter, since!, every, Date.now() + atMost);
  await cli.printer.stream(events, { ...EVENT_FORMAT, columns: [] });
}
