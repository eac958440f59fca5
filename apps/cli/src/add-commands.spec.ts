import { describe, expect, it } from '@jest/globals';
import { type Command, CommanderError } from 'commander';
import { treeOf } from './completion/command-node.js';
import { addCommands, PARTS } from './add-commands.js';
import { programOf } from './program.js';
import { rootCommand } from './root-command.js';

async function programFor(args: readonly string[]): Promise<Command> {
  const program = rootCommand();
  await addCommands(program, args);
  return program;
}

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

  it.each([
    ['--version', /^$/, /^\d+\.\d+\.\d+\n$/],
    ['--server', /^countersign: option '--server <url>' argument missing\n/, /^$/],
  ])('is none where %s says everything', async (option, stderr, stdout) => {
    const written = { err: '', out: '' };
    const root = rootCommand().configureOutput({
      writeErr: (text) => (written.err += text),
      writeOut: (text) => (written.out += text),
    });
    await expect(addCommands(root, [option])).rejects.toThrow(CommanderError);
    expect(root.commands).toEqual([]);
    expect(written.err).toMatch(stderr);
    expect(written.out).toMatch(stdout);
  });
});
