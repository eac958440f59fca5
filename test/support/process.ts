import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface RunningProcess {
  /** Base URL of its HTTP interface. */
  readonly url: string;
  readonly pid: number;
  /** All it has written so far. */
  output(): string;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

const START_DEADLINE_MS = 120_000;

/**
 * Starts a built process of the service (`npm run build` first) and resolves when it listens.
 * The address it was given must end in port 0; the real one is read from its log.
 */
export async function startProcess(
  app: 'api' | 'worker',
  environment: Record<string, string>,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [resolve(`dist/apps/${app}/main.js`)], {
    env: { PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: '8', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  const output = (): string => chunks.join('');
  const port = await listeningPort(child, chunks);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    output,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

function listeningPort(child: ChildProcess, chunks: string[]): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`did not listen in time: ${chunks.join('')}`)),
      START_DEADLINE_MS,
    );
    const read = (chunk: Buffer): void => {
      chunks.push(chunk.toString());
      const port = /"port":(\d+).*"msg":"listening"/.exec(chunks.join(''))?.[1];
      if (port) {
        clearTimeout(timer);
        resolvePort(Number(port));
      }
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${String(code)} before it listened: ${chunks.join('')}`));
    });
  });
}
