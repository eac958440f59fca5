import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';
import { postgresAccount, postgresBinaries, type RunAs } from './postgres-binaries.js';

const run = promisify(execFile);
const START_DEADLINE_MS = 30_000;
/** A standby accepts read-only connections. */
const READY = /ready to accept (read-only )?connections/;

export interface PostgresOptions {
  /** Data folder, kept between starts; absent: a temporary one, removed at stop. */
  readonly folder?: string;
  readonly port?: number;
  readonly password: string;
  /** A log file; absent: output is discarded. */
  readonly log?: string;
  /** Additional `-c name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface PostgresServer {
  /** URL of the `postgres` database, as the owner. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Returns the same server's URL for another database. */
  urlOf(database: string): string;
  /** Stops the server (fast shutdown) and removes a temporary folder. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded Postgres on loopback, and initializes an empty folder. A server left behind by a killed parent is
 * stopped first.
 * @throws Error with the server's last output if it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const account = await postgresAccount();
  const binaries = await postgresBinaries(account);
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'countersign-pg-')));
  await prepareFolder(folder, account);
  await endLeftOver(folder);
  if (!(await exists(join(folder, 'PG_VERSION'))))
    await initialize(binaries.initdb, folder, options.password, account);
  const port = options.port ?? (await freePort());
  const child = spawn(binaries.postgres, serverArguments(folder, port, options.settings), {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Stops the server if the process exits without stop() (if it is killed, see endLeftOver).
  const killAtExit = (): void => void child.kill('SIGQUIT');
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  await untilReady(child, options.log);
  return handleOf(child, port, options, folder);
}

async function prepareFolder(folder: string, account: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
}

async function endLeftOver(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  if (!(await isServerOf(pid, folder))) return rm(pidFile, { force: true });
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + START_DEADLINE_MS;
  while ((await exists(pidFile)) && Date.now() < deadline) await sleep(50);
}

/** Returns whether that process is this folder's server, and not another one with a reused process id. */
async function isServerOf(pid: number, folder: string): Promise<boolean> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    .then((text) => text.split('\0'))
    .catch(() =>
      run('ps', ['-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout.trim().split(' ')),
    )
    .catch((): string[] => []);
  return words.includes(folder);
}

/** Initialized beside the folder, then renamed: a killed initdb leaves nothing that looks like a database. */
async function initialize(initdb: string, folder: string, password: string, account: RunAs): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await prepareFolder(unfinished, account);
  await runInitdb(initdb, unfinished, password, account);
  await rename(unfinished, folder);
}

async function runInitdb(initdb: string, folder: string, password: string, account: RunAs): Promise<void> {
  const passwordFolder = await mkdtemp(join(tmpdir(), 'countersign-pw-'));
  const passwordFile = join(passwordFolder, 'password');
  await prepareFolder(passwordFolder, account);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined)
    await chown(passwordFile, account.uid, account.gid);
  const flags = ['--auth=scram-sha-256', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const child = spawn(initdb, [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, ...flags], {
    ...account,
    cwd: folder,
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  await rm(passwordFolder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`initdb failed: ${words.trim().slice(-500)}`);
}

function serverArguments(
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...settings,
  };
  return [
    '-D',
    folder,
    '-p',
    String(port),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function untilReady(child: ChildProcess, log?: string): Promise<void> {
  if (log) child.stderr!.pipe(createWriteStream(log, { mode: 0o600 }));
  const lines = createInterface({ input: child.stderr! });
  const words: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`Postgres did not start: ${words.slice(-5).join(' ')}`)));
    lines.on('line', (line) => {
      words.push(line);
      if (words.length > 20) words.shift();
      if (READY.test(line)) resolve();
    });
  });
  child.stderr!.resume();
}

function handleOf(
  child: ChildProcess,
  port: number,
  options: PostgresOptions,
  folder: string,
): PostgresServer {
  const urlOf = (database: string): string =>
    `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
  return {
    url: urlOf('postgres'),
    port,
    pid: child.pid!,
    urlOf,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGINT');
        await once(child, 'exit');
      }
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
