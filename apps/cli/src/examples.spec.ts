import { describe, expect, it } from '@jest/globals';
import { parsedCommand } from '../../../test/cli/parsed-commands.js';
import { describedCommands } from '../../../tools/cli/described-commands.js';
import { programOf } from './program.js';

const LINE = /^ {2}countersign (.+)$/gm;
const examples = describedCommands(programOf()).flatMap(({ path, notes }) =>
  [...(notes ?? '').matchAll(LINE)].map(([, line]) => [path, line!] as const),
);

describe('the examples of the help', () => {
  it('are many', () => {
    expect(new Set(examples.map(([path]) => path)).size).toBeGreaterThan(12);
  });

  it.each(examples)('%s: countersign %s', (path, line) => {
    expect(parsedCommand(line)).toBe(path);
  });
});
