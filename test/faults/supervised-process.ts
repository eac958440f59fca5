import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const RESTART_MS = 250;
/** SIGTERM ends a process after 25 s at the latest (D61). */
const STOP_PATIENCE_MS = 40_000;

/** How a process ended, and which signal it had been sent, if any. `ready`: it had been seen ready before. */
export interface Exit {
  readonly process: string;
  readonly pid: number;
  readonly asked: NodeJS.Signals | null;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ready: boolean;
}

/** A process of the service that is started again whenever it ends, as a supervisor would. */
export class SupervisedProcess {
  readonly exits: Exit[] = [];
  private child: ChildProcess | null = null;
  private asked: NodeJS.Signals | null = null;
  private seenReady = false;
  private ending = false;
  private readonly log: number;

  constructor(
    readonly name: string,
    /** Base URL of its probes. */
    readonly url: string,
    private readonly file: string,
    private readonly environment: Readonly<Record<string, string>>,
    logFile: string,
  ) {
    this.log = openSync(logFile, 'a');
    // A run that is broken off leaves nothing behind, not even what it had frozen.
    process.once('exit', () => this.child?.kill('SIGKILL'));
  }

  start(): void {
    const child = spawn(process.execPath, [this.file], {
      env: { ...this.environment },
      stdio: ['ignore', this.log, this.log],
    });
    [this.child, this.asked, this.seenReady] = [child, null, false];
    child.once('exit', (code, signal) => {
      const { name, asked, seenReady: ready } = this;
      this.exits.push({ process: name, pid: child.pid!, asked, code, signal, ready });
      this.child = null;
      if (!this.ending) setTimeout(() => this.ending || this.start(), RESTART_MS);
    });
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** Sends a signal that does not end it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** Ends it by that signal and resolves when it has ended; the supervisor starts it again. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.child;
    if (!child) return;
    const ended = once(child, 'exit');
    this.asked = signal;
    child.kill(signal);
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(impatience);
  }

  /** Returns whether /readyz says so now. */
  async isReady(): Promise<boolean> {
    const child = this.child;
    const ready = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready && child === this.child) this.seenReady = true;
    return ready;
  }

  /** Ends it for good. */
  async retire(): Promise<void> {
    this.ending = true;
    await this.end('SIGTERM');
    await sleep(0);
  }
}
