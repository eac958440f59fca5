import { collect } from '../collect.js';
import type { Command } from 'commander';
import { dataOf } from '#client';
import { type EventOptions, eventQueryOf, withSpan } from '../audit/event-filter.js';
import { headIn, verifiersOf, withKey } from '../audit/log-key.js';
import { type Verdict, verifyEvent, verifySpan } from '../audit/verify.js';
import { type ExportVerdict, verifyExport } from '../audit/verify-export.js';
import { type KeptCheckpoint, keepNewest, watchLog } from '../audit/watch-log.js';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { openLine } from '../output/table.js';
import { millisecondsOf, timerMillisecondsOf, whenOf } from '../output/time.js';
import { examples } from '../examples.js';

interface VerifyOptions extends EventOptions {
  readonly key?: readonly string[];
  readonly kept?: string;
  readonly export?: string;
  readonly checkpoints?: readonly string[];
}

interface CheckpointOptions {
  readonly key?: readonly string[];
  readonly save?: string;
}

interface WatchOptions {
  readonly key?: readonly string[];
  readonly save: string;
  readonly every: string;
  readonly atMost?: string;
}

const NUMBER = new Intl.NumberFormat('en');

/** Adds audit verify, audit checkpoint, audit watch-log. */
export function addProofs(audit: Command): void {
  withKey(withSpan(audit.command('verify [event]')))
    .description('verify an event, a span of time or an export against the signed log')
    .option('--kept <folder>', 'also verify that the log continues the checkpoint kept there')
    .option('--export <file>', 'the whole log as NDJSON of GET /audit-events; - for stdin. No call is made')
    .option(
      '--checkpoints <file>',
      'checkpoints to verify the export against, kept before it; may be repeated',
      collect,
    )
    .addHelpText(
      'after',
      examples(
        'audit verify --since 24h --key "$LOG_KEY"',
        'audit verify 0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41 --key "$LOG_KEY"',
        'audit verify --export events.ndjson --checkpoints checkpoints.ndjson --key "$LOG_KEY"',
      ),
    )
    .action(action(verify));
  withKey(audit.command('checkpoint'))
    .description('the newest signed checkpoint of the log')
    .option('--save <folder>', 'keep it there, if it continues the checkpoint kept there')
    .action(action(checkpoint));
  withKey(audit.command('watch-log'))
    .description('keep each new checkpoint; exit with 9 if the log does not continue the last one')
    .requiredOption('--save <folder>', 'where they are kept')
    .option('--every <span>', 'polling interval', '1m')
    .option('--at-most <span>', 'maximum duration; else until interrupted')
    .addHelpText('after', examples('audit watch-log --save checkpoints --key "$LOG_KEY"'))
    .action(action(watch));
}

async function verify(cli: Cli, event: string | undefined, options: VerifyOptions): Promise<void> {
  const verifiers = verifiersOf(options.key ?? []);
  const { kept = null, export: file, checkpoints } = options;
  if (file !== undefined || checkpoints !== undefined) {
    if (file === undefined || checkpoints === undefined || event !== undefined || options.since !== undefined)
      throw new CliError(
        EXIT.usage,
        'An export is verified whole: --export and --checkpoints, without an event or a span.',
      );
    return tellExport(cli, await verifyExport(file, checkpoints, verifiers));
  }
  const { since, until } = await eventQueryOf(cli, options);
  if (event === undefined && since === undefined)
    throw new CliError(EXIT.usage, 'What? Name an event, or use --since or --export.');
  const verdict =
    event === undefined
      ? await verifySpan(cli, { since: since!, until }, verifiers, kept)
      : await verifyEvent(cli, event, verifiers, kept);
  await tell(cli, verdict);
}

/** @throws CliError (not verified, or usage where nothing can be told) */
async function tell(cli: Cli, verdict: Verdict): Promise<void> {
  const { events, not_sealed: notSealed, tree_size: size, growth } = verdict;
  await tellFaults(cli, verdict);
  if (size === null)
    throw new CliError(EXIT.usage, 'None of these events is sealed yet, so nothing can be verified.');
  if (cli.printer.forPrograms) return;
  cli.terminal.write(`${eventsOf(events)} sealed and unchanged · ${growth ?? `tree ${size}`}\n`);
  if (notSealed > 0) cli.terminal.say(`${notSealed} happened just now and are not sealed yet.`);
}

async function tellExport(cli: Cli, verdict: ExportVerdict): Promise<void> {
  for (const place of verdict.cut_off)
    cli.terminal.say(`${place} is truncated, as after a crash; the line is repeated later.`);
  await tellFaults(cli, verdict);
  if (cli.printer.forPrograms) return;
  const { vouchedFor, newer, removed, removedUntil, tree_size: size, checkpoints } = verdict;
  cli.terminal.write(
    `${eventsOf(vouchedFor)} as they were signed · tree ${size}, ${NUMBER.format(checkpoints)} checkpoints recomputed\n`,
  );
  if (removed > 0)
    cli.terminal.say(
      `${eventsOf(removed)} before ${removedUntil ?? '?'} were removed by retention; their hashes match.`,
    );
  if (newer > 0)
    cli.terminal.say(`${eventsOf(newer)} are newer than the newest checkpoint, so they were not verified.`);
}

/** Prints the verdict as JSON. @throws CliError (not verified) */
async function tellFaults(cli: Cli, verdict: Verdict | ExportVerdict): Promise<void> {
  if (cli.printer.forPrograms) await cli.printer.one(verdict, String(verdict.verified), () => []);
  if (!verdict.verified)
    throw new CliError(EXIT.notVerified, 'The log is not as it was signed.', verdict.faults);
}

const eventsOf = (count: number): string => (count === 1 ? '1 event' : `${NUMBER.format(count)} events`);

async function checkpoint(cli: Cli, { key, save }: CheckpointOptions): Promise<void> {
  if (save !== undefined && key === undefined)
    throw new CliError(
      EXIT.usage,
      'A checkpoint is kept only if its signature is verified: use --save with --key.',
    );
  const kept = save === undefined ? null : await keepNewest(cli, save, verifiersOf(key ?? []));
  if (kept) cli.terminal.say(keptLine(kept));
  const latest = kept?.checkpoint ?? (await dataOf(cli.api.GET('/api/v1/audit-checkpoints/latest')));
  if (key !== undefined) headIn(latest.checkpoint, verifiersOf(key));
  const signed = key === undefined ? 'not verified: use --key' : 'by a given key';
  await cli.printer.one(latest, String(latest.tree_size), () => [
    ['Log', latest.origin],
    ['Events', NUMBER.format(latest.tree_size)],
    ['Root', latest.root_hash],
    ['Sealed', whenOf(latest.sealed_at)],
    ['Signed', signed],
  ]);
}

async function watch(cli: Cli, { key, save, every, atMost }: WatchOptions): Promise<void> {
  const verifiers = verifiersOf(key ?? []);
  const everyMs = timerMillisecondsOf(every);
  const mostMs = atMost === undefined ? Infinity : millisecondsOf(atMost);
  if (everyMs === null || everyMs < 1000 || mostMs === null)
    throw new CliError(EXIT.usage, '--every and --at-most take a span of time: 1m, 8h; --every 1s to 24d.');
  for await (const kept of watchLog(cli, save, verifiers, everyMs, Date.now() + mostMs)) {
    if (cli.printer.forPrograms)
      await cli.printer.one(kept.checkpoint, String(kept.checkpoint.tree_size), () => []);
    else cli.terminal.write(`${openLine([kept.checkpoint.sealed_at, keptLine(kept)])}\n`);
  }
}

function keptLine({ checkpoint: { tree_size: size }, growth }: KeptCheckpoint): string {
  return growth === null ? `Kept: tree ${size}, the first one.` : `Verified: ${growth}.`;
}
