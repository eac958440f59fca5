import type { Command, Option } from 'commander';
import { ARGUMENT_KINDS, type Kind, OPTION_KINDS } from './kinds.js';

/** A possible next word, with its description. */
export interface Word {
  readonly word: string;
  readonly about: string;
}

/** A command: its path in the tree, and what can follow it. */
export interface CommandNode {
  /** `request list`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
  /** The kind of names that complete its first argument. */
  readonly argument: Kind | null;
}

export interface CommandTree {
  readonly nodes: readonly CommandNode[];
  /** Options that take a value, wherever they stand. */
  readonly valued: readonly string[];
  /** Those whose values are names. */
  readonly named: ReadonlyMap<string, Kind>;
}

/** Returns the command tree for shell completion, without any call. */
export function treeOf(program: Command): CommandTree {
  const everywhere = wordsOf(program.options);
  const nodes = nodesOf(program, '', everywhere);
  const takers = everyCommand(program).flatMap(({ options }) => options.filter(takesValue));
  const named = takers.flatMap((option) => {
    const kind = OPTION_KINDS[option.long ?? ''];
    return kind === undefined ? [] : flagsOf(option).map((flag) => [flag, kind] as const);
  });
  return { nodes, valued: [...new Set(takers.flatMap(flagsOf))].sort(), named: new Map(named) };
}

function nodesOf(command: Command, path: string, everywhere: readonly Word[]): CommandNode[] {
  const shown = subcommands(command);
  const commands = shown.map((each) => ({ word: each.name(), about: each.description() }));
  const own = path === '' ? [] : wordsOf(command.options);
  const options = [...own, ...everywhere, { word: '--help', about: 'what the command takes' }];
  const argument = ARGUMENT_KINDS[command.registeredArguments[0]?.name() ?? ''] ?? null;
  const below = shown.flatMap((each) => nodesOf(each, `${path} ${each.name()}`.trim(), everywhere));
  return [{ path, commands, options: unique(options), argument }, ...below];
}

/** Without hidden ones, which are for programs. */
function subcommands(command: Command): Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return command.commands.filter((each) => visible.includes(each));
}

/** A command's own option hides that of the program. */
function unique(words: readonly Word[]): Word[] {
  return [...new Map(words.toReversed().map((each) => [each.word, each])).values()].reverse();
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

function wordsOf(options: readonly Option[]): Word[] {
  return options
    .filter(({ hidden }) => !hidden)
    .flatMap((option) => flagsOf(option).map((word) => ({ word, about: option.description })));
}

const takesValue = ({ required }: Option): boolean => required;
const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined);
