import { AGENT_VERSION } from './agent-version.js';
import type { CommandIo } from './commands/command-io.js';
import { type CommandLine, parseOptions } from './commands/command-line.js';
import { DOCTOR, doctorCommand } from './commands/doctor-command.js';
import { ENROLL, enrollCommand } from './commands/enroll-command.js';
import { explainFailure } from './commands/explain-failure.js';
import { asksForHelp, helpText, isHelpOption } from './commands/help.js';
import { RUN, runCommand } from './commands/run-command.js';
import { STATUS, statusCommand } from './commands/status-command.js';
import { ExitCode } from './exit-code.js';

type Command = (io: CommandIo, args: string[]) => Promise<ExitCode>;

const VERSION = {
  name: 'version',
  meaning: 'the agent’s version',
  options: {},
} as const satisfies CommandLine;

const COMMANDS: readonly { line: CommandLine; run: Command }[] = [
  { line: ENROLL, run: enrollCommand },
  { line: RUN, run: runCommand },
  { line: STATUS, run: statusCommand },
  { line: DOCTOR, run: doctorCommand },
  { line: VERSION, run: versionCommand },
];

/** The commands, for their help. */
export const COMMAND_LINES: readonly CommandLine[] = COMMANDS.map(({ line }) => line);

/** Runs a command; returns the exit code: 0 success, 1 failure, 2 invalid usage or configuration, 3 refused. */
export async function runCli(io: CommandIo): Promise<ExitCode> {
  const [first, ...args] = io.argv;
  const name = asksForHelp(first) ? args[0] : first;
  const command = COMMANDS.find(({ line }) => line.name === name);
  if (asksForHelp(first) || (command && (args[0] === 'help' || args.some(isHelpOption)))) {
    io.stdout.write(helpText(command ? [command.line] : COMMAND_LINES));
    return ExitCode.ok;
  }
  if (!command) {
    // Does not repeat the word, which may be a pasted token.
    const reason = first === undefined ? '' : 'agent: unknown command.\n\n';
    io.stderr.write(`${reason}${helpText(COMMAND_LINES)}`);
    return ExitCode.usage;
  }
  try {
    return await command.run(io, args);
  } catch (error) {
    return explainFailure(io, error, null);
  }
}

async function versionCommand(io: CommandIo, args: string[]): Promise<ExitCode> {
  parseOptions(VERSION, args);
  io.stdout.write(`${AGENT_VERSION}\n`);
  return ExitCode.ok;
}
