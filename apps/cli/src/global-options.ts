import { Option, type Command } from 'commander';
import { environmentVariable } from './environment.js';
import { CliError, EXIT } from './exit.js';
import { type Format, FORMATS, formatOf } from './output/printer.js';
import { timerMillisecondsOf } from './output/time.js';

/** The options as commander parses them from arguments and environment. */
export interface GlobalOptions {
  readonly server?: string;
  readonly profile?: string;
  readonly tokenFile?: string;
  readonly output: string;
  readonly fields?: string;
  readonly template?: string;
  readonly timeout: string;
  readonly caFile?: string;
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly input: boolean;
  readonly yes?: boolean;
}

export interface Settings {
  readonly output: Format;
  readonly fields: readonly string[] | null;
  readonly template: string | null;
  readonly timeoutMs: number;
  readonly caFile: string | null;
  /** Whether a terminal may be written to in colours. */
  readonly colours: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly noInput: boolean;
  readonly yes: boolean;
}

/** Adds the options of all commands. */
export function addGlobalOptions(program: Command): void {
  const add = (flags: string, text: string, variable?: string, preset?: string): void => {
    const option = new Option(flags, text).default(preset);
    program.addOption(variable === undefined ? option : option.env(variable));
  };
  add('--server <url>', 'the service; else that of the profile', 'COUNTERSIGN_SERVER');
  add('--profile <name>', 'one of several services', 'COUNTERSIGN_PROFILE');
  add('--token-file <file>', 'a file with the token to call with', 'COUNTERSIGN_TOKEN_FILE');
  add('-o, --output <format>', FORMATS.join(', '), 'COUNTERSIGN_OUTPUT', 'table');
  add('--fields <names>', 'columns by the names of members: id,names.project');
  add('--template <text>', 'one line a row: "{{id}} {{names.project}}"');
  add('--timeout <span>', 'timeout of one call', undefined, '60s');
  add('--ca-file <file>', 'certificates to trust besides Node’s bundled ones (PEM)', 'COUNTERSIGN_CA_FILE');
  add('--no-color', 'no colours on a terminal either (as with NO_COLOR=1 or CI=1)');
  add('-q, --quiet', 'print only results and failures');
  add('-v, --verbose', 'print method, path, status and correlation id of each call');
  add('--no-input', 'never prompt (as with CI=1)');
  add('--yes', 'skip confirmations');
}

/** Returns whether failures are JSON as well, also where the arguments are not parsed to their end. */
export function wantsJson(program: Command): boolean {
  const isDefault = program.getOptionValueSource('output') === 'default';
  const output = isDefault ? environmentVariable('COUNTERSIGN_OUTPUT') : program.opts<GlobalOptions>().output;
  return output === 'json';
}

/** @throws CliError (usage) */
export function settingsOf(options: GlobalOptions): Settings {
  const timeoutMs = timerMillisecondsOf(options.timeout);
  if (timeoutMs === null)
    throw new CliError(EXIT.usage, '--timeout takes a span of time: 60s, 5m, at most 24d.');
  const inJob = isSet(environmentVariable('CI'));
  return {
    output: formatOf(options.output),
    fields: options.fields?.split(',') ?? null,
    template: options.template ?? null,
    timeoutMs,
    caFile: options.caFile ?? null,
    colours: options.color !== false && !inJob && !isColourless(),
    verbose: options.verbose ?? false,
    quiet: options.quiet ?? false,
    noInput: !options.input || inJob,
    yes: options.yes ?? false,
  };
}

/** https://no-color.org: any value counts. */
const isColourless = (): boolean =>
  environmentVariable('NO_COLOR') !== undefined || environmentVariable('TERM') === 'dumb';

/** `CI=false` counts as unset. */
function isSet(variable = 'false'): boolean {
  return !['0', 'false'].includes(variable);
}
