import { EXIT, MEANINGS } from '../../apps/cli/src/exit.js';
import { programOf } from '../../apps/cli/src/program.js';
import { VERSION } from '../../apps/cli/src/version.js';
import {
  type DescribedCommand,
  type DescribedOption,
  describedCommands,
  globalOptions,
} from './described-commands.js';
import { environmentVariables } from './environment-variables.js';

/** Returns the man page of all commands, in the macros of man(7). It has no date: the same commit gives the same page. */
export function manPage(): string {
  const program = programOf();
  const exits = Object.entries(EXIT).map(([name, exit]) =>
    tagged(String(exit), MEANINGS[name as keyof typeof EXIT]),
  );
  const variables = environmentVariables().map(([name, about]) => tagged(name, about));
  return [
    `.TH COUNTERSIGN 1 "" "countersign ${VERSION}" "User Commands"`,
    ...['.SH NAME', `countersign \\- ${roff(sentence(program.description()))}`],
    ...['.SH SYNOPSIS', `.B countersign\n.I command\n[${roff('options')}]`],
    ...['.SH DESCRIPTION', roff(ABOUT)],
    ...['.SH OPTIONS OF EVERY COMMAND', ...globalOptions(program).map(option)],
    ...['.SH COMMANDS', ...describedCommands(program).map(command)],
    ...['.SH EXIT STATUS', ...exits, '.PP', roff(EXEC)],
    ...['.SH ENVIRONMENT', roff('A variable that is set to nothing counts as unset.'), ...variables],
    '',
  ].join('\n');
}

const ABOUT =
  'The command line of Countersign, a control plane for access to secrets. Results go to standard output; messages, questions and ' +
  'progress go to standard error. A request is named by its id, eight or more of its first characters, its address in the console, or ' +
  '@last: the one that was made on this machine last.';
const EXEC = 'exec ends with the status of its command, and with 128 + n where signal n ended that.';

function command({ usage, about, options, notes }: DescribedCommand): string {
  const lines = [`.SS ${roff(usage)}`, roff(sentence(about)), ...options.map(option)];
  if (notes !== null) lines.push('.PP', '.nf', ...notes.split('\n').map(roff), '.fi');
  return lines.join('\n');
}

function option({ flags, about, preset, variable }: DescribedOption): string {
  const more = [
    ...(preset === null ? [] : [`Default: ${preset}.`]),
    ...(variable === null ? [] : [`Variable: ${variable}.`]),
  ];
  return tagged(flags, [about.replace(/\.?$/, '.'), ...more].join(' '));
}

const tagged = (tag: string, text: string): string => `.TP\n.B ${roff(tag)}\n${roff(text)}`;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.…]$/.test(text) ? '' : '.'}`;
}

/** Escapes text for roff: no escapes, no control lines, only ASCII, and hyphens that can be copied. */
function roff(text: string): string {
  return text
    .replaceAll('`', '')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll("'", '\\(aq')
    .replaceAll(
      /[\u0080-\uffff]/g,
      (each) => `\\[u${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replaceAll(/^(?=\.)/gm, '\\&');
}
