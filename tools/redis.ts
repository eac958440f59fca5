import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram, installProgram } from './debian-program.js';
import { freePort } from './free-port.js';

const SERVERS = ['redis-server', 'valkey-server'];
const START_DEADLINE_MS = 30_000;

export interface RedisServer {
  url: string;
  port: number;
  pid: number;
  /** Stops the server and removes its folder. Idempotent, also after the process was killed. */
  stop(): Promise<void>;
}

/**
 * Starts a Redis or Valkey server on loopback, without persistence, and resolves when it answers PING. If there is none on
 * the PATH, it is installed by apt-get (Debian, as root).
 * @param options.port the port to listen on; by default a free one
 * @param options.file its configuration file, which it may rewrite
 * @param options.settings further settings, as on its command line
 * @throws Error if no server is found or can be installed, or if it does not start
 */
export async function startRedis(
  options: { port?: number; file?: string; settings?: readonly string[] } = {},
): Promise<RedisServer> {
  const binary = findRedisServer(process.env.PATH ?? '') ?? (await installRedisServer());
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'countersign-redis-'));
  const own = serverArguments(port, folder);
  const settings = [...(options.file ? [options.file] : []), ...own, ...(options.settings ?? [])];
  const child = spawn(binary, settings, { cwd: folder, stdio: 'ignore' });
  // Kills the server if the process ends without stop(), for example by a crash.
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const stop = async () => {
    await stopServer(child, folder);
    process.off('exit', killAtExit);
  };
  try {
    await isServing(child, port);
  } catch (error) {
    const log = await readFile(join(folder, 'redis.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`${binary} did not start on port ${port}: ${log.trim().slice(-500)}`, { cause: error });
  }
  return { url: `redis://127.0.0.1:${port}`, port, pid: child.pid as number, stop };
}

/** Returns the server that REDIS_URL names, which is left running, or a new one. */
export async function requireRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.REDIS_URL;
  return url ? { url, stop: async () => undefined } : startRedis();
}

/** Returns the first redis-server or valkey-server on the search path, in the form of the PATH variable. */
export function findRedisServer(searchPath: string): string | undefined {
  return findProgram(SERVERS, searchPath);
}

async function installRedisServer(): Promise<string> {
  const installed = await installProgram('redis-server', SERVERS);
  if (installed) return installed;
  throw new Error(
    'redis-server or valkey-server not found on the PATH. Install one (Debian: apt-get install redis-server) ' +
      'or set REDIS_URL to a running server.',
  );
}

function serverArguments(port: number, folder: string): string[] {
  const network = ['--port', String(port), '--bind', '127.0.0.1'];
  return [...network, '--save', '', '--appendonly', 'no', '--dir', folder, '--logfile', 'redis.log'];
}

async function isServing(child: ChildProcess, port: number): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  child.once('exit', (code) => (failure ??= new Error(`it ended with code ${code}`)));
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!(await answersAs(child.pid, port))) {
    if (failure) throw failure;
    if (Date.now() > deadline) throw new Error('it did not answer in time');
    await sleep(20);
  }
}

/** Returns whether the server on that port answers PING and is this process, not another one that uses the port. */
function answersAs(pid: number | undefined, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\nINFO server\r\nQUIT\r\n'));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (data) => (text += data.toString()));
    socket.once('error', () => socket.destroy());
    socket.once('close', () => resolve(text.startsWith('+PONG') && text.includes(`process_id:${pid}\r\n`)));
  });
}

async function stopServer(child: ChildProcess, folder: string): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await ended;
    clearTimeout(impatience);
  }
  await rm(folder, { recursive: true, force: true });
}
