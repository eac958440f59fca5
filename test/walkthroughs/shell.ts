import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DEADLINE_MS = 100_000;

/** One bash in which blocks run one after the other, as in a reader's terminal, but that the first failure ends it. */
export class Shell {
  readonly #bash: ChildProcess;
  #output = '';
  #blocks = 0;

  /** @param folder for the blocks, which are sourced: a command that reads standard input finds nothing there */
  constructor(
    private readonly folder: string,
    env: Readonly<Record<string, string>>,
  ) {
    // In a process group of its own: what blocks leave behind ends with it.
    const stdio = ['pipe', 'pipe', 'ignore'] as const;
    this.#bash = spawn('bash', ['--noprofile', '--norc'], { env, detached: true, stdio: [...stdio] });
    this.#bash.stdout!.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#bash.stdin!.on('error', () => undefined);
    this.#bash.stdin!.write('set -euo pipefail\nexec 2>&1\n');
  }

  /** Returns what the commands print. @throws Error with it when one of them fails */
  async run(commands: string): Promise<string> {
    const file = join(this.folder, `block-${++this.#blocks}.sh`);
    writeFileSync(file, `${commands}\n`, { mode: 0o600 });
    this.#output = '';
    const end = `\n${randomUUID()}\n`;
    this.#bash.stdin!.write(`. '${file}' < /dev/null\nprintf '${end.replaceAll('\n', '\\n')}'\n`);
    const deadline = Date.now() + DEADLINE_MS;
    while (!this.#output.endsWith(end)) {
      if (!this.#runs) throw new Error(`a command failed; the block printed:\n${this.#output}`);
      if (Date.now() > deadline) throw new Error(`no end in sight; the block printed:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.#output.slice(0, -end.length);
  }

  /** Ends bash and whatever was started in it. */
  async end(): Promise<void> {
    const ended = this.#runs ? once(this.#bash, 'exit') : null;
    try {
      process.kill(-this.#bash.pid!, 'SIGKILL');
    } catch {
      // All of it is gone already.
    }
    await ended;
  }

  get #runs(): boolean {
    return this.#bash.exitCode === null && this.#bash.signalCode === null;
  }
}
