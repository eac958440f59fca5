import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

/** An option of a command; `value` names its argument, if it takes one. */
export interface CommandOption {
  readonly value?: string;
  readonly meaning: string;
}

/** A command with its options: the source of both its help and its parser. */
export interface CommandLine<Option extends string = string> {
  readonly name: string;
  readonly meaning: string;
  readonly options: Readonly<Record<Option, CommandOption>>;
  /** Appended to the list of options in a usage error. */
  readonly hint?: string;
}

/** The parsed options: strings for those with an argument, true for the others. */
export type GivenOptions<Option extends string> = Partial<Record<Option, string | true>>;

/** @throws UsageError, which names what may be given and never what was: it may hold a pasted token */
export function parseOptions<Option extends string>(
  line: CommandLine<Option>,
  args: string[],
): GivenOptions<Option> {
  const options = Object.entries<CommandOption>(line.options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    return parseArgs({ args, options: Object.fromEntries(options) }).values as GivenOptions<Option>;
  } catch {
    throw new UsageError(usageOf(line));
  }
}

/** Returns what the command takes, in a sentence. */
function usageOf({ hint, name, options }: CommandLine): string {
  const names = Object.entries(options).map((option) => spell(option));
  const taken = names.length === 0 ? 'no arguments' : `${names.join(', ')} only`;
  return `${name} takes ${taken}.${hint === undefined ? '' : ` ${hint}`}`;
}

/** Returns name, meaning and options of a command, for people. */
export function describeCommand({ meaning, name, options }: CommandLine): string {
  const lines = Object.entries(options).map(
    (option) => `      ${spell(option).padEnd(19)}  ${option[1].meaning}\n`,
  );
  return `  ${name.padEnd(8)} ${meaning}\n${lines.join('')}`;
}

function spell([name, { value }]: [string, CommandOption]): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
