import { EventEmitter } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { runCli } from '../run-cli.js';

export interface CommandResult {
  readonly code: number;
  /** Everything written to stdout and stderr. */
  readonly out: string;
}

/** Runs one command of the agent in this process. */
export async function runCommandLine(
  argv: string[],
  stdin: string,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const output = new PassThrough();
  const code = await runCli({
    ...{ argv, env, stdin: Readable.from([stdin]), stdout: output, stderr: output },
    signals: new EventEmitter(),
  });
  output.end();
  return { code, out: String(output.read() ?? '') };
}
