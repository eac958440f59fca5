import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findProgram, installProgram } from '../../tools/debian-program.js';
import { freePort } from '../../tools/postgres.js';
import { postgresAccount } from '../../tools/postgres-binaries.js';

export interface PgBouncer {
  /** Returns the URL through the pooler for a database behind it. */
  readonly urlOf: (direct: string) => string;
  readonly stop: () => Promise<void>;
}

/**
 * Returns the PgBouncer that PGBOUNCER names, else one from the PATH or installed by apt-get (Debian, as root); undefined
 * where there is none.
 */
export async function findPgBouncer(): Promise<string | undefined> {
  const { PATH = '', PGBOUNCER } = process.env;
  if (PGBOUNCER) return PGBOUNCER;
  const names = ['pgbouncer'];
  return (
    findProgram(names, [PATH, '/usr/sbin'].join(delimiter)) ?? (await installProgram('pgbouncer', names))
  );
}

/** Returns whether it can keep prepared statements in transaction mode, as PgBouncer does from 1.21 on. */
export function canKeepStatements(program: string): boolean {
  const [, minor] = /^PgBouncer 1\.(\d+)/.exec(execFileSync(program, ['--version']).toString()) ?? [];
  return Number(minor) >= 21;
}

/** Further lines of `[pgbouncer]`, by name. */
type Settings = Readonly<Record<string, string>>;

/**
 * Starts PgBouncer in transaction mode on loopback before the Postgres server of these URLs, whose users may sign in.
 *
 * @param program its path
 * @param directUrls of any databases of one server
 */
export async function startPgBouncer(
  program: string,
  directUrls: readonly string[],
  settings: Settings = {},
): Promise<PgBouncer> {
  const [account, port] = [await postgresAccount(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pgbouncer-'));
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const urls = directUrls.map((url) => new URL(url));
  await writeFile(
    users,
    urls.map((url) => `"${url.username}" "${decodeURIComponent(url.password)}"\n`).join(''),
  );
  await writeFile(config, configOf(urls[0]!, port, users, { ...keepsStatements(program), ...settings }));
  for (const path of [folder, config, users]) await chown(path, account.uid ?? -1, account.gid ?? -1);
  // It refuses to run as root, as Postgres does.
  const child = spawn(program, [config], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  const killAtExit = (): void => void child.kill('SIGQUIT');
  process.once('exit', killAtExit);
  await untilUp(child);
  return {
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

const keepsStatements = (program: string): Settings =>
  canKeepStatements(program) ? { max_prepared_statements: '500' } : {};

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
