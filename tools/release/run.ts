import { spawnSync } from 'node:child_process';

/**
 * Runs a program and waits for it.
 * @returns its standard output
 * @param input its standard input; empty by default
 * @param cwd its working directory; this process's by default
 * @throws Error if it can't be started or fails, with its error output
 */
export function run(command: string, args: readonly string[], input = '', cwd?: string): string {
  const done = spawnSync(command, args, { input, cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (done.status === 0) return done.stdout;
  const why = done.error ? `${done.error.message}\n` : done.stderr;
  throw new Error(`${why}failed: ${command} ${args.join(' ')}`);
}
