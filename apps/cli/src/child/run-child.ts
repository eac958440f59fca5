import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Transform } from 'node:stream';
import { EXIT } from '../exit.js';
import type { Cleanups } from '../values/cleanups.js';
import { isInForeground } from './foreground.js';

export interface ChildCommand {
  readonly file: string;
  /** The name it was called by (argv[0]), which some programs evaluate. */
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Filters the child's output. */
  readonly filter: (() => Transform) | null;
}

/** Forwarded as well, beside those that Cleanups gets. */
const PASSED_ON = ['SIGCONT', 'SIGWINCH'] as const;
/** Signals that a terminal sends to its whole foreground process group. */
const OF_TERMINALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGWINCH', 'SIGCONT'];

/**
 * Runs a program without a shell, and forwards signals to it.
 * @returns its exit code, 128+n if signal n terminated it, 126 or 127 if it can't be started
 */
export async function runChild(
  command: ChildCommand,
  cleanups: Cleanups,
  started: () => void,
): Promise<number> {
  const { file, name, args, environment, filter } = command;
  const output = filter === null ? 'inherit' : 'pipe';
  const forward = (signal: NodeJS.Signals): void => {
    if (OF_TERMINALS.includes(signal) && isInForeground()) return;
    child.kill(signal);
  };
  // Set before the child is started: otherwise a signal could end this program and leave a running child behind.
  cleanups.forward = forward;
  for (const signal of PASSED_ON) process.on(signal, forward);
  const child = spawn(file, [...args], { argv0: name, env: environment, stdio: ['inherit', output, output] });
  started();
  if (filter !== null) {
    pass(child.stdout!, filter(), process.stdout);
    pass(child.stderr!, filter(), process.stderr);
  }
  try {
    return await endOf(child);
  } finally {
    for (const signal of PASSED_ON) process.off(signal, forward);
    cleanups.forward = null;
  }
}

/** Passes output on. If nobody reads it any more, writing to it fails for the child as well (SIGPIPE). */
function pass(from: Readable, filter: Transform, to: NodeJS.WriteStream): void {
  from.pipe(filter).pipe(to, { end: false });
  to.on('error', () => from.destroy());
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((ended) => {
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      ended(code === 'ENOENT' ? EXIT.commandNotFound : EXIT.notExecutable),
    );
    child.once('close', (code, signal) => ended(code ?? 128 + constants.signals[signal!]));
  });
}
