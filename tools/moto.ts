import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { installedPython } from './python-packages.js';

const REQUIREMENTS = 'tools/moto-requirements.txt';
const START_DEADLINE_MS = 60_000;

export interface MotoServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts moto, a stand-in for AWS, on a free port of loopback. It is installed from PyPI into a folder of the
 * work tree when it is not there yet.
 * @throws Error when there is no python3 with venv, the package does not install, or the server does not start
 */
export async function startMoto(): Promise<MotoServer> {
  const python = await installedPython('moto', REQUIREMENTS);
  const port = await freePort();
  const child = spawn(python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    process.off('exit', killAtExit);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await isServing(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function isServing(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    if (
      await fetch(`${url}/moto-api/`).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error('moto did not start');
}
