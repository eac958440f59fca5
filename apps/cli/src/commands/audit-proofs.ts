import { type Command, Option } from 'commander';
import { type components, dataOf } from '#client';
import { type EventOptions, eventQueryOf, withSpan } from '../audit/event-filter.js';
import { checkGrowth } from '../audit/growth.js';
import { keepCheckpoint, keptCheckpoint } from '../audit/kept-checkpoints.js';
import { headIn, verifiersOf } from '../audit/log-key.js';
import { type Verdict, verifyEvent, verifySpan } from '../audit/verify.js';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { whenOf } from '../output/time.js';

type Checkpoint = components['schemas']['CheckpointResponse'];

interface VerifyOptions extends EventOptions {
  readonly key?: readonly string[];
  readonly kept?: string;
}

interface CheckpointOptions {
  readonly key?: readonly string[];
  readonly save?: string;
}

const NUMBER = new Intl.NumberFormat('en');

/** audit verify, audit checkpoint. */
export function addProofs(audit: Command): void {
  withKey(withSpan(audit.command('verify [event]')))
    .description('hold an event, or all of a span of time, against the log that a key vouches for')
    .option('--kept <folder>', 'and the log against the checkpoint that was kept there')
    .action(action(verify));
  withKey(audit.command('checkpoint'))
    .description('the newest state of the log, as the service signed it')
    .option('--save <folder>', 'keep it there, if it continues what was kept')
    .action(action(checkpoint));
}

function withKey(command: Command): Command {
  const collect = (value: string, all: string[] = []): string[] => [...all, value];
  const text = 'a public key of the log: ORIGIN+ID+KEY; may be repeated';
  return command.addOption(new Option('--key <key>', text).argParser(collect).env('COUNTERSIGN_AUDIT_KEY'));
}

async function verify(cli: Cli, event: string | undefined, options: VerifyOptions): Promise<void> {
  const verifiers = verifiersOf(options.key ?? []);
  const { since, until } = await eventQueryOf(cli, options);
  const kept = options.kept ?? null;
  if (event === undefined && since === undefined)
    throw new CliError(EXIT.usage, 'What? Name an event, or use --since.');
  const verdict =
    event === undefined
      ? await verifySpan(cli, { since: since!, until }, verifiers, kept)
      : await verifyEvent(cli, event, verifiers, kept);
  await tell(cli, verdict);
}

/** @throws CliError (not verified, or usage where nothing can be told) */
async function tell(cli: Cli, verdict: Verdict): Promise<void> {
  const { verified, events, not_sealed: notSealed, tree_size: size, growth, faults } = verdict;
  if (cli.printer.forPrograms) await cli.printer.one(verdict, String(verified), () => []);
  if (!verified) throw new CliError(EXIT.notVerified, 'The log is not as it was signed.', faults);
  if (size === null) throw new CliError(EXIT.usage, 'Nothing of this is sealed, so nothing can be told.');
  if (cli.printer.forPrograms) return;
  const counted = events === 1 ? '1 event' : `${NUMBER.format(events)} events`;
  cli.terminal.write(`${counted} sealed and unchanged · ${growth ?? `tree ${size}`}\n`);
  if (notSealed > 0) cli.terminal.say(`${notSealed} happened just now and are not sealed yet.`);
}

async function checkpoint(cli: Cli, { key, save }: CheckpointOptions): Promise<void> {
  if (save !== undefined && key === undefined)
    throw new CliError(EXIT.usage, 'Only what a key has signed is kept: use --save with --key.');
  const latest = await dataOf(cli.api.GET('/api/v1/audit-checkpoints/latest'));
  if (key !== undefined) await checkAndKeep(cli, latest, key, save);
  const signed = key === undefined ? 'by its own word; hold it against --key' : 'by a key that was given';
  await cli.printer.one(latest, String(latest.tree_size), () => [
    ['Log', latest.origin],
    ['Events', NUMBER.format(latest.tree_size)],
    ['Root', latest.root_hash],
    ['Sealed', whenOf(latest.sealed_at)],
    ['Signed', signed],
  ]);
}

async function checkAndKeep(
  cli: Cli,
  latest: Checkpoint,
  keys: readonly string[],
  folder: string | undefined,
): Promise<void> {
  const verifiers = verifiersOf(keys);
  const head = headIn(latest.checkpoint, verifiers);
  if (folder === undefined) return;
  const before = await keptCheckpoint(folder);
  if (before !== null) {
    const growth = await checkGrowth(cli.api, headIn(before, verifiers), head);
    cli.terminal.say(`Verified: ${growth}.`);
  }
  await keepCheckpoint(folder, latest);
}
