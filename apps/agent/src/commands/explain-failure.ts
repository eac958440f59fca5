import { AgentConfigError } from '../config/env-reader.js';
import { ApiError } from '../control-plane/api-error.js';
import { ExitCode } from '../exit-code.js';
import { StateError } from '../identity/agent-state.js';
import type { CommandIo } from './command-io.js';
import { UsageError } from './usage-error.js';

/**
 * Prints why a command failed, without values, to standard error, and returns its exit code.
 * @param agent the agent that it failed for, or null for the process
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
  // Only the code of a system error: messages of other errors may contain input.
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const name = error instanceof Error ? error.name : 'unknown';
  return [`failed: ${typeof code === 'string' ? code : name}`, ExitCode.failed];
}
