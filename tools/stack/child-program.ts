import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const READY_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 15_000;
const DIST = fileURLToPath(new URL('../../', import.meta.url));
const END_WITH_PARENT = new URL('./end-with-parent.js', import.meta.url).href;

export interface ProgramOptions {
  readonly name: string;
  /** The compiled program, relative to dist/. */
  readonly script: string;
  readonly args?: readonly string[];
  /** The program's whole environment, besides PATH and HOME. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder of `<name>.log`. */
  readonly logs: string;
}

/** One program of the stack as a child process, started directly (no npx, no shell), with a log of its own. */
export class ChildProgram {
  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    private readonly log: string,
  ) {}

  static start(options: ProgramOptions): ChildProgram {
    const log = join(options.logs, `${options.name}.log`);
    const output = openSync(log, 'w', 0o600);
    const args = ['--import', END_WITH_PARENT, join(DIST, options.script), ...(options.args ?? [])];
    const child = spawn(process.execPath, args, {
      env: { ...inherited(), ...options.env },
      // Its own process group: Ctrl-C reaches us alone, and we end the children in order.
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    closeSync(output);
    child.channel?.unref();
    return new ChildProgram(options.name, child, log);
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves with the exit code, null after a signal. */
  async ended(): Promise<number | null> {
    if (this.running) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  /** @throws Error with the last lines of its log when it ends, or is not ready in time */
  async untilReady(url: string): Promise<void> {
    const deadline = Date.now() + READY_DEADLINE_MS;
    while (!(await answersOk(url))) {
      if (!this.running) throw new Error(`${this.name} ended while it started.\n${this.lastWords()}`);
      if (Date.now() > deadline)
        throw new Error(`${this.name} is not ready after 30 s.\n${this.lastWords()}`);
      await sleep(50);
    }
  }

  /** SIGTERM, and SIGKILL when that has had no effect for 15 s. */
  async stop(): Promise<void> {
    if (!this.running) return;
    this.child.kill('SIGTERM');
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), STOP_DEADLINE_MS);
    await this.ended();
    clearTimeout(impatience);
  }

  /** Returns the end of its log, for an error message. */
  lastWords(): string {
    const lines = readFileSync(this.log, 'utf8').trim().split('\n').slice(-14);
    return [...lines, `(all of it: ${this.log})`].map((line) => `  ${line}`).join('\n');
  }
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SVC_LOG_LEVEL'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
