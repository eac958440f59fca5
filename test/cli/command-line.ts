import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { spawn as spawnOnTerminal } from '@lydell/node-pty';
import { eventually } from '../support/eventually.js';

const PROGRAM = resolve('dist/apps/cli/main.cjs');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One person's machine: the command line as they run it, with a home folder of its own. */
export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), 'countersign-home-'));
  /** The file that every command reads its token from, if one was given. */
  readonly tokenFile = join(this.home, 'token');
  readonly #hasToken: boolean;

  /** @param token to call with; without one somebody has to sign in */
  constructor(
    private readonly server: string,
    token?: string | null,
  ) {
    this.#hasToken = typeof token === 'string';
    if (typeof token === 'string') writeFileSync(this.tokenFile, token, { mode: 0o600 });
  }

  /** Runs a command without a terminal. */
  async run(args: readonly string[], { stdin = '', env = {} }: RunOptions = {}): Promise<Ended> {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: this.#environment(env) });
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    const code = await new Promise<number>((ended) => child.on('close', (status) => ended(status ?? -1)));
    return { code, stdout: await stdout, stderr: await stderr };
  }

  /** Signs in with a password. @param more options */
  signIn(
    email: string,
    password: string,
    more: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    return this.run(['login', '--email', email, '--password-stdin', ...more], { stdin: password, env });
  }

  /** Starts a command without a terminal, for what happens to it while it runs. @param command a shell script, if it is text */
  start(command: readonly string[] | string, env: Readonly<Record<string, string>> = {}): StartedRun {
    const environment = { ...this.#environment(env), NODE: process.execPath, PROGRAM };
    if (typeof command !== 'string')
      return new StartedRun(spawn(process.execPath, [PROGRAM, ...command], { env: environment }));
    const script = `countersign() { "$NODE" "$PROGRAM" "$@"; }\n${command}`;
    return new StartedRun(spawn('/bin/sh', ['-c', script], { env: environment }));
  }

  /** Runs a command and returns its JSON. @throws Error for any other end than 0 */
  async json(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await this.run([...args, '-o', 'json']);
    if (code !== 0) throw new Error(`countersign ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** Runs a command on a terminal. */
  onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): TerminalRun {
    return new TerminalRun([PROGRAM, ...args], this.#environment({ CI: '', ...env }));
  }

  /** Returns a search path on which other programs find `countersign`. */
  installed(): string {
    const folder = join(this.home, 'bin');
    mkdirSync(folder, { recursive: true });
    const script = `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`;
    writeFileSync(join(folder, 'countersign'), script, { mode: 0o755 });
    return `${folder}${delimiter}${process.env.PATH}`;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  #environment(more: Readonly<Record<string, string>>): Record<string, string> {
    const { PATH = '' } = process.env;
    const environment = { PATH, HOME: this.home, COUNTERSIGN_SERVER: this.server };
    const token = this.#hasToken ? { COUNTERSIGN_TOKEN_FILE: this.tokenFile } : null;
    return { ...environment, ...token, ...more };
  }
}

/** A command that runs. */
class StartedRun {
  stdout = '';
  stderr = '';
  /** Its exit code, or the signal that ended it. */
  readonly end: Promise<number | NodeJS.Signals | null>;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.end = new Promise((ended) => child.on('close', (code, signal) => ended(code ?? signal)));
  }

  get pid(): number {
    return this.child.pid!;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Reads no more of what it writes. */
  closeOutput(stream: 'stdout' | 'stderr'): void {
    this.child[stream].destroy();
  }

  /** Waits until it has written a text. */
  async says(text: string): Promise<void> {
    await eventually(async () => (this.stdout + this.stderr).includes(text), `"${text}" in ${this.stderr}`);
  }
}

/** A command with somebody at its terminal. */
class TerminalRun {
  /** Everything that was on the terminal. */
  screen = '';
  readonly code: Promise<number>;
  readonly #pty: ReturnType<typeof spawnOnTerminal>;

  constructor(args: readonly string[], env: Record<string, string>) {
    this.#pty = spawnOnTerminal(process.execPath, [...args], { cols: 100, rows: 30, env });
    this.#pty.onData((data) => (this.screen += data));
    this.code = new Promise((ended) => this.#pty.onExit(({ exitCode }) => ended(exitCode)));
  }

  /** Waits until the terminal shows a text. */
  async shows(text: string): Promise<void> {
    await eventually(() => Promise.resolve(this.screen.includes(text)), `"${text}" on the terminal`);
  }

  kill(signal: NodeJS.Signals): void {
    process.kill(this.#pty.pid, signal);
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
