import { execFile, spawnSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, type PostgresServer, startPostgres } from '../postgres.js';

const run = promisify(execFile);
const DATABASE = 'faults';
const DISK = '1200m';
const CHUNK = Buffer.alloc(1024 * 1024);
/** Postgres as in production, in that it never says that it committed what a crash of it could lose. */
const SETTINGS = { max_connections: '60', max_wal_size: '160MB', shared_buffers: '64MB' };
const APPLICATION = 'faults-injector';

/** A Postgres on a disk of its own that can be killed, filled up and occupied, and that is started again afterwards. */
export class PostgresUnderFire {
  private server!: PostgresServer;

  private constructor(
    private readonly folder: string,
    /** Whether its folder is a small disk of its own: a full one can only be made where we may mount. */
    readonly hasOwnDisk: boolean,
    private readonly port: number,
  ) {}

  static async start(): Promise<PostgresUnderFire> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-faults-pg-'));
    const hasOwnDisk = await run('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${DISK},mode=755`,
      'tmpfs',
      folder,
    ]).then(
      () => true,
      () => false,
    );
    if (hasOwnDisk) process.once('exit', () => spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' }));
    // The account that the server runs as has to get in.
    await chmod(folder, 0o755);
    const made = new PostgresUnderFire(folder, hasOwnDisk, await freePort());
    await made.launch();
    await made.asOwner('postgres', (client) => client.query(`CREATE DATABASE ${DATABASE}`));
    return made;
  }

  get url(): string {
    return this.server.urlOf(DATABASE);
  }

  /** What the operator does: starts the server when it has ended. */
  async ensureRunning(): Promise<void> {
    if (!isAlive(this.server.pid)) await this.launch();
  }

  /** The immediate shutdown of `pg_ctl -m immediate`: nothing is finished, the next start recovers from the log. */
  async restart(awayMs: number): Promise<void> {
    process.kill(this.server.pid, 'SIGQUIT');
    await gone(this.server.pid);
    await sleep(awayMs);
    await this.launch();
  }

  /** kill -9 of one backend of the service: the server ends all others and recovers by itself. */
  async crash(): Promise<number> {
    const [row] = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name <> $2 ORDER BY random() LIMIT 1`,
      [DATABASE, APPLICATION],
    );
    if (row) process.kill(row.pid, 'SIGKILL');
    return row ? 1 : 0;
  }

  /** Ends that share of the service's connections; gives how many it were. */
  async terminate(share: number): Promise<number> {
    const rows = await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = $1 AND application_name <> $2 AND random() <= $3`,
      [DATABASE, APPLICATION, Math.max(share, 0.2)],
    );
    return rows.length;
  }

  /** Whoever touches the table waits: the connections of the pools go one after the other. */
  async holdTable(table: string, holdMs: number): Promise<void> {
    await this.asOwner(DATABASE, async (client) => {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await sleep(holdMs);
      await client.query('ROLLBACK');
    });
  }

  /** Takes every connection that the server has, and ends the service's; gives how many were taken. */
  async holdConnections(holdMs: number): Promise<number> {
    const held: pg.Client[] = [];
    try {
      await this.takeAll(held);
      await sleep(holdMs);
      return held.length;
    } finally {
      await Promise.all(held.map((client) => client.end().catch(() => undefined)));
    }
  }

  /** Leaves no byte on the disk for that long, then frees it, and starts the server if it has given up. */
  async fillDisk(holdMs: number): Promise<'refused writes' | 'server ended'> {
    const ballast = join(this.folder, 'ballast');
    const until = Date.now() + holdMs;
    while (Date.now() < until) {
      await appendFile(ballast, CHUNK).catch(() =>
        appendFile(ballast, CHUNK.subarray(0, 4096)).catch(() => sleep(20)),
      );
    }
    const ended = !isAlive(this.server.pid);
    await rm(ballast, { force: true });
    await sleep(200);
    await this.ensureRunning();
    return ended ? 'server ended' : 'refused writes';
  }

  async query<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.asOwner(DATABASE, async (client) => (await client.query<Row>(sql, parameters)).rows);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    if (this.hasOwnDisk) await run('umount', [this.folder]);
    await (this.hasOwnDisk ? rmdir(this.folder) : rm(this.folder, { recursive: true, force: true }));
  }

  private async takeAll(held: pg.Client[]): Promise<void> {
    const killer = await this.connect(DATABASE);
    held.push(killer);
    for (let refused = 0; refused < 3;) {
      const client = await this.connect(DATABASE).catch(() => null);
      if (client) held.push(client);
      else {
        refused += 1;
        await killer.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name <> $2`,
          [DATABASE, APPLICATION],
        );
        await sleep(20);
      }
      if (held.length > 500) throw new Error('the server never ran out of connections');
    }
  }

  private async launch(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const folder = join(this.folder, 'data');
        this.server = await startPostgres({
          folder,
          port: this.port,
          password: 'faults',
          settings: SETTINGS,
        });
        return;
      } catch (error) {
        // What a killed server left in shared memory goes with its last process.
        if (attempt === 20) throw error;
        await sleep(250);
      }
    }
  }

  private async asOwner<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.connect(database);
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async connect(database: string): Promise<pg.Client> {
    const connectionString = this.server.urlOf(database);
    const client = new pg.Client({
      connectionString,
      application_name: APPLICATION,
      connectionTimeoutMillis: 5_000,
    });
    // The server may end it at any time, here of all places.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10);
}

/** Processes that carry a mark of a run in their environment. @returns their ids and command lines */
export async function processesMarked(mark: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=']);
  const found: string[] = [];
  for (const pid of stdout.split('\n').map((text) => text.trim())) {
    if (pid === '' || Number(pid) === process.pid) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(mark)) continue;
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    found.push(`${pid} ${words.replaceAll('\0', ' ').trim()}`);
  }
  return found;
}
