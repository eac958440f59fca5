import { AgentConfigError } from '../config/env-reader.js';
import { ApiError } from '../control-plane/api-error.js';
import { ExitCode } from '../exit-code.js';
import { StateError } from '../identity/agent-state.js';
import type { CommandIo } from './command-io.js';
import { UsageError } from './usage-error.js';

/**
 * Says on standard error why a command failed, without values, and returns the exit code for it.
 * @param agent the one of several agents that it failed for, null for the process
 */
export function explainFailure(io: CommandIo, error: unknown, agent: string | null): ExitCode {
  const [reason, code] = reasonFor(error);
  io.stderr.write(`agent: ${agent === null ? '' : `${agent}: `}${reason}\n`);
  return code;
}

function reasonFor(error: unknown): [string, ExitCode] {
  if (error instanceof UsageError || error instanceof AgentConfigError || error instanceof StateError) {
    return [error.message, ExitCode.usage];
  }
  if (error instanceof ApiError) {
    const reason = `the control plane refused or did not answer: ${error.code} (${error.status})`;
    return [reason, error.unauthorized ? ExitCode.refused : ExitCode.failed];
  }
  // Only the code of a system error: messages of others may repeat what they were given.
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const name = error instanceof Error ? error.name : 'unknown';
  return [`failed: ${typeof code === 'string' ? code : name}`, ExitCode.failed];
}
