import { spawnSync } from 'node:child_process';

/**
 * Runs a program to its end and gives what it printed.
 *
 * @param input what it reads on its standard input; nothing if left out
 * @throws Error when it can't be started or fails, with what it said
 */
export function run(command: string, args: readonly string[], input = ''): string {
  const done = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (done.status === 0) return done.stdout;
  const why = done.error ? `${done.error.message}\n` : done.stderr;
  throw new Error(`${why}failed: ${command} ${args.join(' ')}`);
}
