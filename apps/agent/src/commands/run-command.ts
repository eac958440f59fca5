import { createAgentLog } from '../agent-log.js';
import { parseAgentConfig } from '../config/agent-config.js';
import type { ExitCode } from '../exit-code.js';
import { loadIdentity } from '../identity/agent-identity.js';
import { StateError } from '../identity/agent-state.js';
import { systemPacing } from '../pacing.js';
import { runAgent } from '../runtime/run-agent.js';
import type { CommandIo } from './command-io.js';
import { UsageError } from './usage-error.js';

/** `run`: works until SIGTERM or SIGINT, then lets running jobs end. */
export async function runCommand(io: CommandIo, args: string[]): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError('run takes no arguments');
  const config = parseAgentConfig(io.env);
  const identity = await loadIdentity(config);
  if (!identity) throw new StateError('this agent is not enrolled: run enroll first');
  const log = createAgentLog(config.logLevel, (line) => void io.stdout.write(line));
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGTERM', 'SIGINT']) io.signals.on(signal, onSignal);
  try {
    return await runAgent({
      config,
      identity,
      pacing: systemPacing,
      log,
      stop: stop.signal,
      onListening: (port) => log.info('health endpoint listens', { host: config.health.host, port }),
    });
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT']) io.signals.off(signal, onSignal);
  }
}
