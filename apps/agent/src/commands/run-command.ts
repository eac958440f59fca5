import { createAgentLog } from '../agent-log.js';
import { parseSettings } from '../config/parse-settings.js';
import type { ExitCode } from '../exit-code.js';
import { systemClock } from '../clock.js';
import { runAgents } from '../runtime/run-agents.js';
import { type CommandLine, parseOptions } from './command-line.js';
import type { CommandIo } from './command-io.js';

export const RUN = { name: 'run', meaning: 'work until SIGTERM', options: {} } as const satisfies CommandLine;

/** `run`: runs the agents until SIGTERM or SIGINT, then waits for running jobs. */
export async function runCommand(io: CommandIo, args: string[]): Promise<ExitCode> {
  parseOptions(RUN, args);
  const { agents, process } = parseSettings(io.env);
  const log = createAgentLog(process.logLevel, (line) => void io.stdout.write(line));
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGTERM', 'SIGINT']) io.signals.on(signal, onSignal);
  try {
    return await runAgents({ process, agents, clock: systemClock, log, stop: stop.signal });
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT']) io.signals.off(signal, onSignal);
  }
}
