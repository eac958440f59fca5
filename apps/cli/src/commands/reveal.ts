import { collect } from '../collect.js';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import { dataOf } from '#client';
import { Cli } from '../cli.js';
import { CliError, EXIT } from '../exit.js';
import { requestIdOf } from '../find/request-id.js';
import type { GlobalOptions } from '../global-options.js';
import { timerMillisecondsOf } from '../output/time.js';
import type { RequestDetail } from '../output/request-format.js';
import { CLEANER, clearLater } from '../values/clipboard.js';
import { type Copy, copierOf } from '../values/copier.js';
import { type Destination, newFile, standardOutput } from '../values/destination.js';
import { descriptor } from '../values/descriptor.js';
import { checkKeys, formatted, VALUE_FORMATS, type ValueFormat } from '../values/formats.js';
import { Cleanups } from '../values/cleanups.js';
import { RevealSession } from '../values/reveal-session.js';
import { Screen } from '../values/screen.js';
import { wantedKeys } from '../values/wanted-keys.js';
import { examples } from '../examples.js';
import { plainLine } from '../terminal/plain-text.js';

interface RevealOptions {
  readonly key: readonly string[];
  readonly to?: string;
  readonly clearAfter: string;
  readonly osc52?: boolean;
}

/** A request and the keys to reveal. */
interface Reveal {
  readonly id: string;
  readonly keys: readonly string[];
  readonly request: RequestDetail;
  /** @throws CliError (usage) where there is no clipboard */
  readonly copier: () => Copy;
}

/** Adds reveal: the values of a request, each of which can be retrieved once. */
export function addReveal(program: Command): void {
  program
    .command('reveal <request>')
    .description('see or save values that you asked for; -o env, json or raw says in which form')
    .option(
      '-k, --key <name>',
      'this key alone; may be repeated: the values of others are destroyed',
      collect,
      [],
    )
    .option('--to <place>', 'tty, clipboard, file:PATH or fd:N, a descriptor that the shell opened')
    .option('--osc52', 'copy by the terminal (OSC 52), also through SSH; not cleared')
    .option('--clear-after <span>', 'when the clipboard is cleared, if it still holds the value', '45s')
    .addHelpText(
      'after',
      examples(
        'reveal @last',
        'reveal @last -k PASSWORD --to clipboard',
        'reveal @last -o env > .env',
        'reveal @last -k CERTIFICATE --to file:cert.pem',
        'reveal @last -k PASSWORD --to fd:3 3> password.fifo',
      ),
    )
    .action(async (given: string, options: RevealOptions, command: Command) => {
      const all: GlobalOptions = command.optsWithGlobals();
      // Only an explicit option counts: an environment that selects JSON for lists doesn't ask for values.
      const said = command.getOptionValueSourceWithGlobals('output') === 'cli' ? all.output : null;
      if (options.osc52 === true && command.getOptionValueSource('clearAfter') === 'cli')
        throw new CliError(
          EXIT.usage,
          'A terminal does not say what is on its clipboard: --osc52 clears nothing.',
        );
      await reveal(new Cli({ ...all, output: 'table' }), given, options, formatOf(said));
    });
  program.command(CLEANER, { hidden: true }).action(clearLater);
}

function formatOf(said: string | null): ValueFormat | null {
  const format = VALUE_FORMATS.find((each) => each === said);
  if (said !== null && format === undefined)
    throw new CliError(EXIT.usage, `Values come as ${VALUE_FORMATS.join(', ')}, not as ${said}.`);
  return format ?? null;
}

async function reveal(
  cli: Cli,
  given: string,
  options: RevealOptions,
  format: ValueFormat | null,
): Promise<void> {
  const place = options.to ?? 'tty';
  const onTerminal = place === 'tty' && format === null;
  const clearAfterMs = checkOptions(options, place, onTerminal);
  // Before this program opens descriptors of its own.
  const opened = place.startsWith('fd:') ? descriptor(place.slice(3)) : null;
  const copier = (): Copy => copierOf({ osc52: options.osc52 === true, clearAfterMs });
  const id = await requestIdOf(cli, given);
  const request = await dataOf(cli.api.GET('/api/v1/requests/{id}', { params: { path: { id } } }));
  const keys = await wantedKeys(cli.api, request, options.key);
  const wanted = { id, keys, request, copier };
  if (onTerminal) return onScreen(cli, wanted);
  if (place === 'clipboard') return onClipboard(cli, wanted);
  const form = format ?? (keys.length === 1 ? 'raw' : null);
  return into(cli, wanted, () => opened ?? destinationOf(place, keys.length), form);
}

/** @returns when the clipboard is cleared, in milliseconds. @throws CliError (usage) */
function checkOptions(
  { osc52 = false, clearAfter }: RevealOptions,
  place: string,
  onTerminal: boolean,
): number {
  if (onTerminal && !(isatty(0) && isatty(1)))
    throw new CliError(EXIT.usage, 'There is no terminal here: use --output env, json or raw, or --to.');
  if (osc52 && !onTerminal && place !== 'clipboard')
    throw new CliError(EXIT.usage, '--osc52 is for a clipboard: leave out --output, or use --to clipboard.');
  const clearAfterMs = timerMillisecondsOf(clearAfter);
  if (clearAfterMs === null)
    throw new CliError(EXIT.usage, '--clear-after takes a span of time: 45s, at most 24d.');
  return clearAfterMs;
}

async function onScreen(cli: Cli, { id, keys, request, copier }: Reveal): Promise<void> {
  const cleanups = new Cleanups();
  const session = await RevealSession.open(cli.api, id, cleanups);
  const screen = new Screen({
    title: `${request.secret_ref}, asked for by ${request.requester_email}`,
    keys,
    endsAt: session.endsAt,
    fetch: (key) => session.fetch(key),
    copy(value) {
      try {
        return `${plainLine(value.key)} ${copier()(value)}.`;
      } catch (error) {
        return (error as Error).message;
      }
    },
  });
  cleanups.add(() => screen.leave());
  try {
    await screen.show();
  } finally {
    await cleanups.end();
  }
  sayLeft(cli, session);
}

async function onClipboard(cli: Cli, { id, keys, copier }: Reveal): Promise<void> {
  const [key, ...more] = keys;
  if (key === undefined || more.length > 0)
    throw new CliError(EXIT.usage, 'The clipboard takes one value: name it with --key.', keys);
  const copy = copier();
  let fate = '';
  await withSession(cli, id, async (session) => {
    fate = copy(await session.fetch(key));
  });
  cli.terminal.say(`${key} ${fate}.`);
}

async function into(
  cli: Cli,
  { id, keys }: Reveal,
  open: () => Destination,
  format: ValueFormat | null,
): Promise<void> {
  if (format === null)
    throw new CliError(EXIT.usage, 'Several values need a form: --output env or --output json.', keys);
  checkKeys(format, keys);
  const destination = open();
  try {
    await withSession(
      cli,
      id,
      async (session) => {
        const values = [];
        for (const key of keys) values.push(await session.fetch(key));
        const bytes = formatted(format, values);
        try {
          destination.write(bytes);
        } finally {
          bytes.fill(0);
        }
      },
      () => destination.drop(),
    );
  } finally {
    destination.drop();
  }
}

function destinationOf(place: string, count: number): Destination {
  if (place === 'tty') return standardOutput();
  if (place.startsWith('file:') && place.length > 5) return newFile(place.slice(5), count);
  throw new CliError(EXIT.usage, '--to takes tty, clipboard, file:PATH or fd:N.');
}

async function withSession(
  cli: Cli,
  id: string,
  work: (session: RevealSession) => Promise<void>,
  undo?: () => void,
): Promise<void> {
  const cleanups = new Cleanups();
  if (undo) cleanups.add(undo);
  try {
    const session = await RevealSession.open(cli.api, id, cleanups);
    await work(session);
    sayLeft(cli, session);
  } finally {
    await cleanups.end();
  }
}

function sayLeft(cli: Cli, { left }: RevealSession): void {
  if (left.length > 0) cli.terminal.say(`Not fetched, and destroyed: ${left.join(', ')}.`);
}
