import { AGENT_VERSION } from './agent-version.js';
import type { CommandIo } from './commands/command-io.js';
import { doctorCommand } from './commands/doctor-command.js';
import { enrollCommand } from './commands/enroll-command.js';
import { runCommand } from './commands/run-command.js';
import { statusCommand } from './commands/status-command.js';
import { UsageError } from './commands/usage-error.js';
import { AgentConfigError } from './config/env-reader.js';
import { ApiError } from './control-plane/api-error.js';
import { ExitCode } from './exit-code.js';
import { StateError } from './identity/agent-state.js';

const USAGE = `usage: agent <command>

  enroll [--name NAME] [--token-file FILE]   trade a one-time token (file or stdin) for an identity
  run                                        work until SIGTERM
  status                                     who this agent is, and whether it is ready
  doctor [--json] [--store TYPE --scope JSON]
                                             what works and what does not, and what to do
  version                                    the agent's version
`;

type Command = (io: CommandIo, args: string[]) => Promise<ExitCode>;

const COMMANDS = new Map<string, Command>([
  ['enroll', enrollCommand],
  ['run', runCommand],
  ['status', statusCommand],
  ['doctor', doctorCommand],
  ['version', versionCommand],
]);

/** Runs one command; gives the exit code: 0 done, 1 failed, 2 wrong usage or configuration, 3 refused. */
export async function runCli(io: CommandIo): Promise<ExitCode> {
  const [name = '', ...args] = io.argv;
  const command = COMMANDS.get(name);
  if (!command) {
    io.stderr.write(USAGE);
    return ExitCode.usage;
  }
  try {
    return await command(io, args);
  } catch (error) {
    return explain(io, error);
  }
}

function explain(io: CommandIo, error: unknown): ExitCode {
  if (error instanceof UsageError || error instanceof AgentConfigError || error instanceof StateError) {
    io.stderr.write(`agent: ${error.message}\n`);
    return ExitCode.usage;
  }
  if (error instanceof ApiError) {
    io.stderr.write(`agent: the control plane refused or did not answer: ${error.code} (${error.status})\n`);
    return error.unauthorized ? ExitCode.refused : ExitCode.failed;
  }
  // Only the code of a system error: messages of others may repeat what they were given.
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const name = error instanceof Error ? error.name : 'unknown';
  io.stderr.write(`agent: failed: ${typeof code === 'string' ? code : name}\n`);
  return ExitCode.failed;
}

async function versionCommand(io: CommandIo): Promise<ExitCode> {
  io.stdout.write(`${AGENT_VERSION}\n`);
  return ExitCode.ok;
}
