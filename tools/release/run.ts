import { spawnSync } from 'node:child_process';

/** Runs a program to its end and gives what it printed. @throws Error when it fails, with what it said */
export function run(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (done.status === 0) return done.stdout;
  throw new Error(`${done.stderr ?? ''}failed: ${command} ${args.join(' ')}`);
}
