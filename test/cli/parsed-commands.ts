import type { Command } from 'commander';
import { programOf } from '../../apps/cli/src/program.js';

/** Returns a line's words as a shell passes them on: up to a pipe, a redirection or a comment, without quotes. */
function wordsOf(line: string): string[] {
  const words = line.match(/'[^']*'|(?:[^\s'"]|"[^"]*")+/g) ?? [];
  const end = words.findIndex((word) => /^(\d?[|<>]|[#;]|&&)/.test(word));
  return words.slice(0, end === -1 ? undefined : end).map((word) => word.replace(/^'|'$|"/g, ''));
}

/** Returns the whole tree, whose commands do nothing but say that they were parsed. */
function parser(onParsed: (path: string) => void): Command {
  const program = programOf();
  const replace = (command: Command, path: string): void => {
    command.configureOutput({ writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => onParsed(path));
    for (const each of command.commands) replace(each, `${path} ${each.name()}`.trim());
  };
  replace(program, '');
  return program;
}

/**
 * Parses a line for a shell.
 * @param line without the program's name
 * @returns the command that it runs, `request read`
 * @throws CommanderError for a command, an option or arguments that there are not
 */
export function parsedCommand(line: string): string | undefined {
  let parsed: string | undefined;
  parser((path) => (parsed = path)).parse(wordsOf(line), { from: 'user' });
  return parsed;
}
