import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstallProgram } from './debian-program.js';
import { freePort } from './free-port.js';
import { postgresAccount } from './postgres-binaries.js';

/** PgBouncer keeps prepared statements in transaction mode from 1.21 on. */
const [KEEPS_MAJOR, KEEPS_MINOR] = [1, 21];

export interface PgBouncer {
  readonly version: string;
  /** Whether it keeps prepared statements, unless its settings forbid it. */
  readonly keepsStatements: boolean;
  readonly pid: number;
  /** Returns the URL through the pooler for a database behind it. */
  readonly urlOf: (direct: string) => string;
  readonly stop: () => Promise<void>;
}

/** Further lines of `[pgbouncer]`, by name. */
type Settings = Readonly<Record<string, string>>;

/**
 * Returns the program that PGBOUNCER names, else the one of this machine; installs Debian's if there is none.
 *
 * @returns undefined where it can't be installed
 * @throws Error like `installProgram`
 */
export async function findOrInstallPgBouncer(): Promise<string | undefined> {
  return process.env.PGBOUNCER || findOrInstallProgram('pgbouncer');
}

/**
 * Starts PgBouncer in transaction mode on loopback, in front of the Postgres server of these URLs, whose users may sign in.
 * @param program its path
 * @param directUrls of any databases of one server
 */
export async function startPgBouncer(
  program: string,
  directUrls: readonly string[],
  settings: Settings = {},
): Promise<PgBouncer> {
  const [account, port, version] = [await postgresAccount(), await freePort(), await versionOf(program)];
  const keepsStatements = keepsPreparedStatements(version);
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pgbouncer-'));
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const urls = directUrls.map((url) => new URL(url));
  await writeFile(
    users,
    urls.map((url) => `"${url.username}" "${decodeURIComponent(url.password)}"\n`).join(''),
  );
  const kept: Settings = keepsStatements ? { max_prepared_statements: '500' } : {};
  await writeFile(config, configOf(urls[0]!, port, users, { ...kept, ...settings }));
  for (const path of [folder, config, users]) await chown(path, account.uid ?? -1, account.gid ?? -1);
  // It refuses to run as root, like Postgres.
  const child = spawn(program, [config], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  const killAtExit = (): void => void child.kill('SIGQUIT');
  process.once('exit', killAtExit);
  await untilUp(child);
  return {
    version,
    keepsStatements,
    pid: child.pid!,
    urlOf: (direct) => Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(port) }).href,
    stop: async () => {
      process.off('exit', killAtExit);
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGQUIT');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--version']);
  return /\d+\.\d+[\w.]*/.exec(stdout)?.[0] ?? 'unknown';
}

/** Older versions refuse to start with an unknown setting. */
function keepsPreparedStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > KEEPS_MAJOR || (major === KEEPS_MAJOR && minor >= KEEPS_MINOR);
}

function configOf(server: URL, port: number, users: string, settings: Settings): string {
  const all: Settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: String(port), unix_socket_dir: '' },
    ...{ auth_type: 'scram-sha-256', auth_file: users, pool_mode: 'transaction' },
    ...{ max_client_conn: '500', default_pool_size: '10' },
    ignore_startup_parameters: 'statement_timeout,idle_in_transaction_session_timeout',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  return `[databases]\n* = host=${server.hostname} port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`;
}

async function untilUp(child: ChildProcess): Promise<void> {
  let words = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer did not start: ${words.trim().slice(-500)}`)));
    child.stderr!.on('data', (chunk: Buffer) => {
      words += chunk.toString();
      if (words.includes('process up')) resolve();
    });
  });
  child.stderr!.removeAllListeners('data').resume();
}
