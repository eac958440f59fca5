import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { keepLeft, keepMetrics } from './run-folder.js';

export interface RunningProcess {
  /** Base URL of its HTTP interface. */
  readonly url: string;
  readonly pid: number;
  /** Returns all it has written so far. */
  output(): string;
  /** Sends SIGTERM. @returns the exit code */
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
  const name = `${app} ${child.pid}`;
  const chunks = keepOutput(child, name);
  const output = (): string => chunks.join('');
  const url = `http://127.0.0.1:${await listeningPort(child, chunks)}`;
  const runs = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (runs()) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url,
    pid: child.pid!,
    output,
    stop: async () => {
      if (runs()) await keepMetrics(name, url);
      return end('SIGTERM');
    },
    kill: async () => void (await end('SIGKILL')),
  };
}

/** All that a process writes: in the chunks returned, and for the search at the end of the run. */
export function keepOutput(child: ChildProcess, name: string): string[] {
  const chunks: string[] = [];
  const keep = (chunk: Buffer): void => {
    chunks.push(chunk.toString());
    keepLeft(`output of ${name}`, chunk);
  };
  child.stdout!.on('data', keep);
  child.stderr!.on('data', keep);
  return chunks;
}

function listeningPort(child: ChildProcess, chunks: string[]): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`did not listen in time: ${chunks.join('')}`)),
      START_DEADLINE_MS,
    );
    const read = (): void => {
      const port = /"port":(\d+).*"msg":"listening"/.exec(chunks.join(''))?.[1];
      if (!port) return;
      clearTimeout(timer);
      child.stdout!.off('data', read);
      resolvePort(Number(port));
    };
    child.stdout!.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${String(code)} before it listened: ${chunks.join('')}`));
    });
  });
}
