import { describe, expect, it } from '@jest/globals';
import { treeOf } from './completion/command-node.js';
import { PARTS, programFor } from './program-for.js';
import { programOf } from './program.js';

const named = (program: ReturnType<typeof programOf>, name: string) =>
  program.commands.find((command) => command.name() === name)!;

describe('the lazily loaded part of the program', () => {
  it.each(Object.keys(PARTS))('has the same %s as the whole program', async (name) => {
    const [part, whole] = [await programFor([name]), programOf()];
    expect(part.commands.length).toBeLessThan(whole.commands.length);
    expect(treeOf(named(part, name))).toEqual(treeOf(named(whole, name)));
    expect(named(part, name).helpInformation()).toBe(named(whole, name).helpInformation());
  });

  it.each([
    ['a command behind global options', ['--profile', 'request', '-o', 'json', 'version'], ['version']],
    ['a command with options of its own', ['wait', '--for', 'request'], ['wait']],
    ['every command, for help', ['--help'], null],
    ['every command, for what there is not', ['requst'], null],
    ['every command, for an option that there is not', ['--loud', 'version'], null],
    ['every command, for completion', ['completion', 'bash'], null],
    ['every command, for a name that every object has', ['constructor'], null],
    ['every command, for nothing', [], null],
  ])('is that of %s', async (_, args, expected) => {
    const names = (await programFor(args)).commands.map((command) => command.name());
    expect(names).toEqual(expected ?? programOf().commands.map((command) => command.name()));
  });
});
