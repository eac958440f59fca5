import { execFile, spawnSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../tools/free-port.js';
import { type PostgresServer, startPostgres } from '../../tools/postgres.js';

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
  private launches = 0;

  private constructor(
    /** Where the server's logs go: not on the disk that gets filled. */
    private readonly logs: string,
    private readonly folder: string,
    /** Whether its folder is a small disk of its own: a full one can only be made where we may mount. */
    readonly hasOwnDisk: boolean,
    private readonly port: number,
  ) {}

  static async start(logs: string): Promise<PostgresUnderFire> {
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
    const made = new PostgresUnderFire(logs, folder, hasOwnDisk, await freePort());
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

  /** kill -9 of one backend of the service: the server ends all others and recovers. @returns how many there were */
  async crash(degree: number): Promise<0 | 1> {
    const pids = await this.backends();
    const pid = pids[Math.floor(degree * pids.length)];
    return pid !== undefined && sent(pid, 'SIGKILL') ? 1 : 0;
  }

  /** Ends that share of the service's connections, spread over all. @returns how many */
  async terminate(degree: number): Promise<number> {
    const chosen = shareOf(await this.backends(), Math.max(degree, 0.2));
    const sql = 'SELECT pid FROM unnest($1::int[]) AS pid WHERE pg_terminate_backend(pid)';
    return (await this.query(sql, [chosen])).length;
  }

  /** Whoever touches the table waits: the connections of the pools go one after the other. Gives how many waited. */
  async holdTable(table: string, holdMs: number): Promise<number> {
    return this.asOwner(DATABASE, async (client) => {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await sleep(holdMs);
      const { rows } = await client.query<{ waiting: number }>(
        'SELECT count(*)::int AS waiting FROM pg_locks WHERE relation = $1::regclass AND NOT granted',
        [table],
      );
      await client.query('ROLLBACK');
      return rows[0]!.waiting;
    });
  }

  /** Occupies every connection of the server, and ends the service's. @returns how many */
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

  /**
   * Fills the disk and leaves no byte on it for that long, then frees it, and starts the server if it has given up.
   * Gives what came of it; null when the server refused nothing.
   */
  async fillDisk(holdMs: number): Promise<string | null> {
    const before = await this.refusals();
    const ballast = join(this.folder, 'ballast');
    for (let until = Infinity; Date.now() < until;) {
      await appendFile(ballast, CHUNK).catch(() => {
        until = Math.min(until, Date.now() + holdMs);
        return appendFile(ballast, CHUNK.subarray(0, 4096)).catch(() => sleep(20));
      });
    }
    const ended = !isAlive(this.server.pid);
    const refused = (await this.refusals()) - before;
    await rm(ballast, { force: true });
    await sleep(200);
    await this.ensureRunning();
    if (ended) return 'server ended';
    return refused > 0 ? `refused ${refused} writes` : null;
  }

  async query<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.asOwner(DATABASE, async (client) => (await client.query<Row>(sql, parameters)).rows);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    if (this.hasOwnDisk) await run('umount', [this.folder]);
    await (this.hasOwnDisk ? rmdir(this.folder) : rm(this.folder, { recursive: true, force: true }));
  }

  /** Returns the service's connections, in an order that does not depend on who asks. */
  private async backends(): Promise<number[]> {
    const rows = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = $1 AND application_name <> $2 AND backend_type = 'client backend' ORDER BY pid`,
      [DATABASE, APPLICATION],
    );
    return rows.map(({ pid }) => pid);
  }

  /** How often the running server has said that its disk is full. */
  private async refusals(): Promise<number> {
    const log = await readFile(this.log(), 'utf8');
    return log.split('\n').filter((line) => line.includes('No space left on device')).length;
  }

  /** Each start of the server writes a log of its own. */
  private log(): string {
    return join(this.logs, `postgres-${this.launches}.log`);
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
      this.launches += 1;
      try {
        const folder = join(this.folder, 'data');
        this.server = await startPostgres({
          folder,
          port: this.port,
          password: 'faults',
          log: this.log(),
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

/** That share of the items, spread over all; always the same for the same items, and never none of some. */
export function shareOf<T>(items: readonly T[], share: number): T[] {
  return items.filter((_, index) => Math.ceil((index + 1) * share) > Math.ceil(index * share));
}

function isAlive(pid: number): boolean {
  return sent(pid, 0);
}

/** Returns whether there was such a process to send the signal to. */
function sent(pid: number, signal: 0 | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10);
}

/** Processes that carry a mark of a run in their environment. @returns their ids and command lines */
export async function processesMarked(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(mark)) continue;
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    found.push(`${pid} ${words.replaceAll('\0', ' ').trim()}`);
  }
  return found;
}
