import { EXIT, MEANINGS } from '../../apps/cli/src/exit.js';
import { programOf } from '../../apps/cli/src/program.js';
import {
  type DescribedCommand,
  type DescribedOption,
  describedCommands,
  globalOptions,
} from '../cli/described-commands.js';
import { environmentVariables } from '../cli/environment-variables.js';
import { code, markdownTable } from './markdown-table.js';

const INTRODUCTION = `# Commands of \`countersign\`

Every command of the command line, with its options; \`countersign help COMMAND\` says the same. How to install it, sign in and work
with it is in [cli.md](../cli.md).

A request is named by its id, by eight or more of its first characters, by its address in the console, or as \`@last\`: the one
that was made on this machine last. Everything else is named by its name, by its id, or by eight of its characters; where several
have that name the command lists them and ends with 5.`;

/** Returns docs/reference/commands.md, from the command tree. */
export function commandsPage(): string {
  const program = programOf();
  return [
    INTRODUCTION,
    '## Options of every command',
    optionsTable(globalOptions(program)),
    '## Exit codes',
    exitCodes(),
    '## Variables',
    'A variable that is set to nothing counts as unset.',
    markdownTable(
      ['Variable', 'Meaning'],
      environmentVariables().map(([name, about]) => [code(name), about]),
    ),
    ...describedCommands(program).map(section),
  ].join('\n\n');
}

function exitCodes(): string {
  const rows = Object.entries(EXIT).map(([name, exit]) => [
    code(String(exit)),
    MEANINGS[name as keyof typeof EXIT],
  ]);
  return `${markdownTable(['Code', 'Meaning'], rows)}

\`exec\` ends with the code of its command, and with 128 + n where signal n ended that. With \`-o json\` a failure is one JSON
object on stderr: \`error_code\`, \`message\`, \`correlation_id\`, \`exit\`.`;
}

function section({ path, usage, about, options, notes }: DescribedCommand): string {
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
  const parts = [`## ${path}`, sentence, fenced(usage)];
  if (options.length > 0) parts.push(optionsTable(options));
  if (notes !== null) parts.push(fenced(notes));
  return parts.join('\n\n');
}

function optionsTable(options: readonly DescribedOption[]): string {
  const rows = options.map(({ flags, about, preset, variable }) => [
    ...[code(flags), about, code(preset), code(variable)],
  ]);
  const columns = ['Option', 'Meaning', 'Default', 'Variable'];
  const used = columns.map((_, at) => at < 2 || rows.some((row) => row[at] !== ''));
  const kept = (cells: readonly string[]): string[] => cells.filter((_, at) => used[at]);
  return markdownTable(kept(columns), rows.map(kept));
}

const fenced = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;
