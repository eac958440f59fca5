import type { Command, Option } from 'commander';

/** An option as in the help. */
export interface DescribedOption {
  /** `-p, --project <name>` */
  readonly flags: string;
  readonly about: string;
  readonly preset: string | null;
  /** The variable with its default. */
  readonly variable: string | null;
}

/** A runnable command. */
export interface DescribedCommand {
  /** `request read` */
  readonly path: string;
  /** `countersign request read [options] <ref>` */
  readonly usage: string;
  readonly about: string;
  readonly options: readonly DescribedOption[];
  /** Further text of the help: examples. */
  readonly notes: string | null;
}

/** Returns the options of all commands. */
export function globalOptions(program: Command): DescribedOption[] {
  return optionsOf(program).filter(({ flags }) => flags !== '--version');
}

/** Returns the runnable commands, in the order of the help. */
export function describedCommands(command: Command, before = ''): DescribedCommand[] {
  return shown(command).flatMap((each) => {
    const path = `${before} ${each.name()}`.trim();
    return each.commands.length > 0 ? describedCommands(each, path) : [describedCommand(each, path)];
  });
}

function describedCommand(command: Command, path: string): DescribedCommand {
  const usage = `countersign ${path} ${command.usage()}`.trim();
  return { path, usage, about: command.description(), options: optionsOf(command), notes: notesOf(command) };
}

/** Hidden commands are not in the help either. */
function shown(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
}

function optionsOf({ options }: Command): DescribedOption[] {
  return options.filter(({ hidden }) => !hidden).map(describedOption);
}

function describedOption({ flags, description, defaultValue, envVar }: Option): DescribedOption {
  const isSaid = typeof defaultValue === 'string' && defaultValue !== '';
  return { flags, about: description, preset: isSaid ? defaultValue : null, variable: envVar ?? null };
}

/** Text from addHelpText is only available in the whole help. */
function notesOf(command: Command): string | null {
  let said = '';
  const before = command.configureOutput();
  command.configureOutput({ writeOut: (text) => void (said += text) }).outputHelp();
  command.configureOutput(before);
  const notes = said.slice(command.helpInformation().length).trim();
  return notes === '' ? null : notes;
}
