import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { describedCommands } from '../../../tools/cli/described-commands.js';
import { programOf } from './program.js';

const LINE = /^ {2}countersign (.+)$/gm;
const examples = describedCommands(programOf()).flatMap(({ path, notes }) =>
  [...(notes ?? '').matchAll(LINE)].map(([, line]) => [path, line!] as const),
);

/** Returns a line's words as a shell passes them on: up to a pipe or a redirection, without quotes and comments. */
function wordsOf(line: string): string[] {
  const words = line.match(/'[^']*'|(?:[^\s'"]|"[^"]*")+/g) ?? [];
  const end = words.findIndex((word) => /^(\d?[|<>]|#|&&)/.test(word));
  return words.slice(0, end === -1 ? undefined : end).map((word) => word.replace(/^'|'$|"/g, ''));
}

/** Returns the whole tree whose commands do nothing but say that they were parsed. */
function parser(onParsed: (path: string) => void): Command {
  const program = programOf();
  const replace = (command: Command, path: string): void => {
    if (command.commands.length === 0) command.action(() => onParsed(path));
    for (const each of command.commands) replace(each, `${path} ${each.name()}`.trim());
  };
  replace(program, '');
  return program;
}

describe('the examples of the help', () => {
  it('are many', () => {
    expect(new Set(examples.map(([path]) => path)).size).toBeGreaterThan(12);
  });

  it.each(examples)('%s: countersign %s', (path, line) => {
    const parsed: string[] = [];
    parser((each) => parsed.push(each)).parse(wordsOf(line), { from: 'user' });
    expect(parsed).toEqual([path]);
  });
});
