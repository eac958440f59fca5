import type { Command } from 'commander';
import { Cli } from '../cli.js';
import { CompletedNames } from '../completion/completed-names.js';
import { type Kind, PROJECT_OPTIONS } from '../completion/kinds.js';
import type { Name } from '../completion/names-cache.js';
import type { GlobalOptions } from '../global-options.js';
import { rootCommand } from '../root-command.js';
import { plainLine } from '../terminal/plain-text.js';

/** The output options of complete-names, which prints nothing but names. */
const QUIET = { quiet: true, verbose: false, input: false, output: 'table' };
/** Somebody waits at a prompt: a short timeout, unless --timeout is on the line. */
const QUICK = { timeout: '1500ms' };

/**
 * Adds complete-names, which completion scripts call: it prints the names that begin with a word, one a line, with what
 * they are behind a tab. The word has a `=` before it, because PowerShell leaves out an empty argument.
 */
export function addCompleteNames(program: Command): void {
  program.command('complete-names <kind> <word> [words...]', { hidden: true }).action(print);
}

/** @param words of the line before the one to be completed, without the program's name */
async function print(
  kind: string,
  word: string,
  words: string[],
  _options: object,
  command: Command,
): Promise<void> {
  try {
    const before = { ...command.optsWithGlobals<GlobalOptions>(), ...QUICK };
    const onLine = globalOptionsIn(words);
    const cli = new Cli({ ...before, ...onLine, ...QUIET });
    const completed = new CompletedNames(cli, onLine.server !== undefined);
    const names = await completed.of(kind as Kind, words, projectIn(words));
    process.stdout.write(linesOf(names, word.replace(/^=(--[\w-]+=)?/, '')));
  } catch {
    // A shell has nothing to complete then, and no place for a message.
  }
}

/** Returns the global options on the line. */
function globalOptionsIn(words: readonly string[]): Partial<GlobalOptions> {
  const root = rootCommand().configureOutput({ writeOut: () => undefined });
  // The value of the last option may be what is to be completed.
  root.parseOptions([...words, '']);
  const given = Object.entries(root.opts<GlobalOptions>()).filter(
    ([name, value]) => value !== '' && root.getOptionValueSource(name) === 'cli',
  );
  return Object.fromEntries(given);
}

/** Returns the project that was named last. */
function projectIn(words: readonly string[]): string | null {
  const parts = words.flatMap((word) => /^(--[^=]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]);
  const at = parts.findLastIndex((part) => PROJECT_OPTIONS.includes(part));
  return (at === -1 ? undefined : parts[at + 1]) ?? null;
}

/** Without names that a shell or a command would not take as they are. */
function linesOf(names: readonly Name[], begin: string): string {
  const found = names.filter(
    ({ name }) => name.startsWith(begin) && !name.startsWith('-') && name !== '' && plainLine(name) === name,
  );
  const lines = found.map(({ name, about }) => (about === undefined ? name : `${name}\t${plainLine(about)}`));
  return [...new Set(lines)].map((line) => `${line}\n`).join('');
}
