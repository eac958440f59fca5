import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const PORT = /"port":(\d+).*"msg":"listening"/;
const READY_DEADLINE_MS = 60_000;
/** How much of what a program writes is kept, for the message of a start that fails. */
const KEPT_OUTPUT = 4000;

/** Where to leave a CPU profile of each program that a benchmark starts; none when unset. */
const PROFILE_DIR = process.env.PROFILE_DIR;
let profiles = 0;

/** Starts a built program that is told port 0 and logs the one it got; resolves when it listens. */
export async function startProcess(file: string, env: Record<string, string>): Promise<RunningProcess> {
  const profile = PROFILE_DIR === undefined ? [] : profileFlags(PROFILE_DIR, file);
  const child = spawnProgram(process.execPath, [...profile, file], { NODE_ENV: 'production', ...env });
  let written = '';
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${String(code)}: ${written}`)));
    child.stdout!.on('data', (chunk: Buffer) => {
      written = (written + chunk.toString()).slice(-KEPT_OUTPUT);
      const found = PORT.exec(written)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return runningAs(child, `http://127.0.0.1:${port}`);
}

/** Starts a peer's program, which listens where its own settings say. @param url the address of those settings */
export async function startProgram(
  program: string,
  args: readonly string[],
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> {
  const child = spawnProgram(program, args, env, 'pipe');
  let written = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (written = (written + chunk.toString()).slice(-KEPT_OUTPUT)));
  child.once('exit', (code) => {
    if (code !== 0) process.stderr.write(`${program} ended with ${String(code)}: ${written}\n`);
  });
  await once(child, 'spawn');
  return runningAs(child, url);
}

/**
 * Resolves when the URL answers with 200, or with 404: a bare program has no route for readiness, any answer will do.
 *
 * @throws Error after a minute
 */
export async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + READY_DEADLINE_MS; Date.now() < deadline; await sleep(5)) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200 || status === 404) return;
  }
  throw new Error(`${url} did not become ready in ${READY_DEADLINE_MS} ms.`);
}

/** Starts a program that ends with this process; what it writes to a pipe must be read. */
function spawnProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stderr: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  return child;
}

function runningAs(child: ChildProcess, url: string): RunningProcess {
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, pid: child.pid!, stop };
}

/** The profile is written when the program ends, as `apps-api-main.1.cpuprofile`; `node dist/bench/profile.js` sums it up. */
function profileFlags(folder: string, file: string): string[] {
  const name = file.replace(/^dist\/|\.js$/g, '').replaceAll('/', '-');
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}.${++profiles}.cpuprofile`];
}
