import { spawnSync } from 'node:child_process';

/**
 * Runs a program to its end. @returns its standard output
 *
 * @param input what it reads on its standard input; nothing if left out
 * @param cwd the folder that it runs in; this process's if left out
 * @throws Error when it can't be started or fails, with its error output
 */
export function run(command: string, args: readonly string[], input = '', cwd?: string): string {
  const done = spawnSync(command, args, { input, cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (done.status === 0) return done.stdout;
  const why = done.error ? `${done.error.message}\n` : done.stderr;
  throw new Error(`${why}failed: ${command} ${args.join(' ')}`);
}
