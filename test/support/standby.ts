import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresServer, startPostgres } from '../../tools/postgres.js';
import { withClient } from './database-state.js';

const run = promisify(execFile);

/** Files and folders that a copy of a running server must not have, by the manual's low-level backup. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts'];
const EMPTIED = ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'pg_subtrans', 'pg_dynshmem'];

export interface StandbyOptions {
  /** URL of any database of the running primary, as a superuser. */
  readonly primaryUrl: string;
  /** Also its name for synchronous_standby_names and of its replication slot. */
  readonly name: string;
  /** Replaced by the copy; absent: a temporary one, removed at `stop`. */
  readonly folder?: string;
  readonly port?: number;
  readonly log?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a streaming standby from a base backup of the running primary; pg_basebackup is not in the npm package. */
export async function startStandby(options: StandbyOptions): Promise<PostgresServer> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'countersign-standby-')));
  const max_connections = await backUp(options, folder);
  const { name, port, log, primaryUrl } = options;
  const { username, password, port: primaryPort } = new URL(primaryUrl);
  const secret = decodeURIComponent(password);
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=${username} password=${secret} application_name=${name}`;
  // In the file, as of pg_basebackup -R: ALTER SYSTEM can change it.
  const following = `primary_conninfo = '${conninfo}'\nprimary_slot_name = '${name}'\n`;
  await appendFile(join(folder, 'postgresql.auto.conf'), following);
  const settings = { max_connections, ...options.settings };
  const server = await startPostgres({ ...{ folder, port, log, settings }, password: secret });
  const stop = async (): Promise<void> => {
    await server.stop();
    if (!options.folder) await rm(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/**
 * Copies the primary's files between the start and the end of a backup; its log is kept from then on.
 * @returns its max_connections, which a standby must not go below
 */
async function backUp({ primaryUrl, name }: StandbyOptions, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  return withClient(primaryUrl, async (client) => {
    const slot = 'SELECT FROM pg_replication_slots WHERE slot_name = $1';
    if ((await client.query(slot, [name])).rowCount === 0)
      await client.query('SELECT pg_create_physical_replication_slot($1, true)', [name]);
    const from = await client.query<{ data_directory: string }>('SHOW data_directory');
    await client.query('SELECT pg_backup_start($1, true)', [name]);
    // Files that vanish meanwhile make cp fail, and are none that the copy needs: replay does without them.
    await run('cp', ['-a', from.rows[0]!.data_directory, folder]).catch(unlessVanished);
    for (const file of LEFT_OUT) await rm(join(folder, file), { force: true });
    for (const each of EMPTIED) await empty(join(folder, each));
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(folder, 'backup_label'), rows[0]!.labelfile);
    await writeFile(join(folder, 'standby.signal'), '');
    const written = ['backup_label', 'standby.signal'].map((file) => join(folder, file));
    await run('chown', ['--reference', join(folder, 'PG_VERSION'), ...written]);
    const limit = await client.query<{ max_connections: string }>('SHOW max_connections');
    return limit.rows[0]!.max_connections;
  });
}

function unlessVanished(error: { stderr?: string }): void {
  const lines = (error.stderr ?? '').trim().split('\n');
  if (!lines.every((line) => line.includes('No such file or directory'))) throw error as Error;
}

/** Leaves folders where they are, with their owner, without files. */
async function empty(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && folder.endsWith('pg_wal')) await empty(join(folder, entry.name));
    else await rm(join(folder, entry.name), { recursive: true });
}
