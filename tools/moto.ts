import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSION = '5.2.5';
/** Kept between runs. */
const FOLDER = resolve('.countersign', `moto-${VERSION}`);
const INSTALL_DEADLINE_MS = 150_000;
const START_DEADLINE_MS = 20_000;

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
  const python = await installMoto();
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

async function installMoto(): Promise<string> {
  const python = join(FOLDER, 'bin', 'python');
  const marker = join(FOLDER, '.complete');
  // Suites run in processes of their own: one installs, the others wait for it.
  const lock = `${FOLDER}.lock`;
  while (!(await exists(marker))) {
    if (!(await takeLock(lock))) {
      await sleep(500);
      continue;
    }
    try {
      await installInto(FOLDER, python);
      await writeFile(marker, '');
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return python;
}

async function installInto(folder: string, python: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options = { timeout: INSTALL_DEADLINE_MS };
  await run('python3', ['-m', 'venv', folder], options);
  await run(python, ['-m', 'pip', 'install', '--quiet', `moto[server,kms]==${VERSION}`], options);
}

/** Whether this process holds the lock now; one left by a process that died is cleared away. */
async function takeLock(lock: string): Promise<boolean> {
  await mkdir(dirname(lock), { recursive: true });
  try {
    await mkdir(lock);
    return true;
  } catch {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > 2 * INSTALL_DEADLINE_MS) await rm(lock, { recursive: true, force: true });
    return false;
  }
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
