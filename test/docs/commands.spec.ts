import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CommanderError } from 'commander';
import { parse } from 'yaml';
import { parsedCommand } from '../cli/parsed-commands.js';

/** Pages for whoever uses the command line. The reference is written from the program itself. */
const PAGES = [
  'README.md',
  'apps/cli/README.md',
  ...filesBelow('docs', '.md'),
  ...filesBelow('examples', '.md'),
].filter((page) => !page.startsWith('docs/reference/'));
const WORKFLOWS = filesBelow('examples', '.yml');

const BLOCK = /^```(?:sh|text|bash)\n(.*?)^```$/gms;
const INLINE = /`(countersign [^`\n]+)`/g;
/** At the beginning of a line, after a prompt, in a pipe, a substitution, or after another command. */
const COMMAND = /(?:^|[|;&(])\s*(?:\$ )?countersign (?!:)([^\n]+)$/gm;

function filesBelow(folder: string, ending: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** Returns the commands in a text for a shell. */
function commandsIn(script: string): string[] {
  const lines = script.replaceAll(/\\\n\s*/g, ' ');
  // Where a substitution ends, its command does.
  return [...lines.matchAll(COMMAND)].map(([all, line]) =>
    /\(\s*countersign/.test(all) ? line!.slice(0, line!.indexOf(')')) : line!,
  );
}

/** Returns those of a page's blocks. */
function shownIn(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(BLOCK)].flatMap(([, script]) => commandsIn(script!));
}

/** Returns those that a page names in a sentence, where … stands for anything. */
function namedIn(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(BLOCK, '');
  return [...text.matchAll(INLINE)].flatMap(([, code]) => commandsIn(code!.replaceAll(' …', '')));
}

/** Returns those of a CI file's steps. */
function runBy(file: string): string[] {
  const { jobs } = parse(readFileSync(file, 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => commandsIn(run)));
}

const each = (files: readonly string[], commands: (file: string) => string[]) =>
  files.flatMap((file) =>
    commands(file)
      .filter((command) => !command.startsWith('help'))
      .map((command) => [file, command] as const),
  );
const SHOWN = [...each(PAGES, shownIn), ...each(WORKFLOWS, runBy)];
const NAMED = each(PAGES, namedIn);

/** A sentence may name a command without all that it requires. */
const INCOMPLETE = [
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
];

function faultOf(command: string): string | null {
  try {
    return parsedCommand(command) === undefined ? 'nothing was run' : null;
  } catch (error) {
    return (error as CommanderError).code;
  }
}

describe('the commands of documents and examples', () => {
  it('are found in blocks, in sentences and in CI files', () => {
    const [shown, named] = [SHOWN, NAMED].map((found) => found.map((one) => one.join(': ')));
    expect([shown!.length > 20, named!.length > 15]).toEqual([true, true]);
    for (const one of [
      "docs/cli.md: exec --request @last -k PASSWORD:PGPASSWORD -- psql -h db.internal -c 'select 1'",
      'docs/cli.md: completion bash',
      'examples/platform/.github/workflows/countersign.yml: apply -f . --prune --yes',
    ])
      expect(shown).toContain(one);
    expect(shown).toContainEqual(
      expect.stringMatching(/^examples\/deploy\/README\.md: workload create .*=1234567$/),
    );
    expect(named).toContain('README.md: request list --waiting');
  });

  it.each(SHOWN)('%s: countersign %s', (_, command) => {
    expect(faultOf(command)).toBeNull();
  });

  it.each(NAMED)('%s, in a sentence: countersign %s', (_, command) => {
    expect([null, ...INCOMPLETE]).toContain(faultOf(command));
  });

  it.each([
    ['a command that there is not', 'requst list', 'commander.unknownCommand'],
    ['an option that there is not', 'request list --wating', 'commander.unknownOption'],
    ['an argument too many', 'approve one two', 'commander.excessArguments'],
    ['an option too few', 'request read apps/db -p payments', 'commander.missingMandatoryOptionValue'],
  ])('would fail with %s', (_, command, fault) => {
    expect(faultOf(command)).toBe(fault);
  });
});
