import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type PostgresServer, startPostgres } from '../../../tools/postgres.js';
import type { FleetDatabase } from '../../faults/fleet.js';
import { withClient } from '../../support/database-state.js';
import { eventually } from '../../support/eventually.js';
import { startStandby } from '../../support/standby.js';
import { Front } from './front.js';

const DATABASE = 'failover';
const SETTINGS = { max_connections: '80', shared_buffers: '64MB' };
const PATIENCE_MS = 120_000;
const SETTING_READ_MS = 1_000;

/** A primary and its streaming standby behind one address. The primary can be lost, and the standby takes its place. */
export class PostgresPair implements FleetDatabase {
  private generation = 0;
  private standby: PostgresServer | null = null;

  private constructor(
    private readonly front: Front,
    private readonly folder: string,
    private readonly logs: string,
    private readonly isSynchronous: boolean,
    private primary: PostgresServer,
  ) {}

  /** @param logs takes the servers' logs */
  static async start(logs: string, isSynchronous: boolean): Promise<PostgresPair> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-failover-'));
    // The account that the servers run as has to get in.
    await chmod(folder, 0o755);
    const log = join(logs, 'postgres-0.log');
    const options = { folder: join(folder, 'node-0'), password: 'failover', log, settings: SETTINGS };
    const [front, primary] = [await Front.open(), await startPostgres(options)];
    await withClient(primary.url, (client) => client.query(`CREATE DATABASE ${DATABASE}`));
    const pair = new PostgresPair(front, folder, logs, isSynchronous, primary);
    front.leadTo(primary.port);
    await pair.addStandby();
    return pair;
  }

  /** At the address that stays. */
  get url(): string {
    return Object.assign(new URL(this.primary.urlOf(DATABASE)), { port: String(this.front.port) }).href;
  }

  async query<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return onServer<Row>(this.primary.urlOf(DATABASE), sql, parameters);
  }

  /** Stops what the standby receives: from now on whatever is committed is on the primary alone. */
  async cutReplication(): Promise<void> {
    await onServer(this.standby!.url, `ALTER SYSTEM SET primary_conninfo = ''`);
    await onServer(this.standby!.url, 'SELECT pg_reload_conf()');
    const following = 'SELECT FROM pg_stat_replication';
    await eventually(
      async () => (await onServer(this.primary.url, following)).length === 0,
      'cut',
      PATIENCE_MS,
    );
  }

  /** Kills every process of the primary, as the loss of its machine does, and promotes the standby. */
  async failOver(): Promise<void> {
    const { primary, standby } = this;
    this.front.leadTo(null);
    for (const pid of [primary.pid, ...(await childrenOf(primary.pid))]) killed(pid);
    await onServer(standby!.url, 'ALTER SYSTEM RESET synchronous_standby_names');
    await onServer(standby!.url, 'SELECT pg_promote(true, 60)');
    [this.primary, this.standby] = [standby!, null];
    this.front.leadTo(standby!.port);
  }

  /** Gives the primary a standby again, from a new base backup, and resolves when nothing is on the primary alone. */
  async addStandby(): Promise<void> {
    const before = join(this.folder, `node-${this.generation - 1}`);
    const name = `standby_${(this.generation += 1)}`;
    const log = join(this.logs, `postgres-${this.generation}.log`);
    const folder = join(this.folder, `node-${this.generation}`);
    this.standby = await startStandby({
      primaryUrl: this.primary.url,
      name,
      folder,
      log,
      settings: SETTINGS,
    });
    await rm(before, { recursive: true, force: true });
    if (this.isSynchronous) {
      await onServer(this.primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await onServer(this.primary.url, 'SELECT pg_reload_conf()');
    }
    const state = this.isSynchronous ? 'sync' : 'async';
    await this.untilFollowed(state, '0/0');
    // Backends that had not read the setting yet committed without waiting: that has to arrive, too.
    await sleep(SETTING_READ_MS);
    const [end] = await this.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
    await this.untilFollowed(state, end!.lsn);
  }

  private async untilFollowed(state: 'sync' | 'async', lsn: string): Promise<void> {
    const sql = 'SELECT FROM pg_stat_replication WHERE sync_state = $1 AND flush_lsn >= $2::pg_lsn';
    const follows = async () => (await this.query(sql, [state, lsn])).length === 1;
    await eventually(follows, `${state} standby`, PATIENCE_MS);
  }

  async stop(): Promise<void> {
    this.front.close();
    await this.standby?.stop();
    await this.primary.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function onServer<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql, parameters)).rows);
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/** One that has just ended by itself is as good. */
function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
