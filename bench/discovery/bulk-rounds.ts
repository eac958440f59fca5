import type pg from 'pg';
import { type BenchServers } from '../support/bench-servers.js';
import { copyFrom } from '../support/copy-from.js';
import { type CpuTimes, cpuOf, perCall } from '../support/cpu.js';
import type { RunningProcess } from '../support/start-process.js';
import { COPIED_COLUMNS, copyText, type FoundSecret } from './found-secrets.js';
import { discover, insertStore } from './discovery-runs.js';

/** One round of one kind. */
export interface BulkRate {
  readonly secretsPerSecond: number;
  /** Of a page of 1,000 secrets. */
  readonly cpu: CpuTimes;
}

/** One entry for each round. */
export interface BulkRates {
  readonly firstRun: BulkRate[];
  readonly unchangedRun: BulkRate[];
  readonly copy: BulkRate[];
  readonly copyWithLabels: BulkRate[];
}

/** A first run, an unchanged second one, and COPY of the same rows, all into tables that were empty before. */
export async function bulkRound(
  api: RunningProcess,
  { pool, postgresPid }: BenchServers,
  secrets: readonly FoundSecret[],
  rates: BulkRates | null,
): Promise<void> {
  await pool.query('TRUNCATE secrets, secret_labels, environment_secrets, discovery_pages');
  const store = await insertStore(pool);
  const measured = async (work: () => Promise<number>): Promise<BulkRate> => {
    const { result, cpu } = await cpuOf(api.pid, postgresPid, work);
    return { secretsPerSecond: result, cpu: perCall(cpu, secrets.length / 1000) };
  };
  const firstRun = await measured(() => discover(api.url, store, secrets));
  await assertFound(pool, store.connectionId, { inserted: secrets.length, unchanged: 0, missing: 0 });
  const unchangedRun = await measured(() => discover(api.url, store, secrets));
  await assertFound(pool, store.connectionId, { inserted: 0, unchanged: secrets.length, missing: 0 });
  const text = copyText(store.connectionId, secrets);
  const copy = await measured(() => copyRate(pool, secrets.length, text, false));
  const copyWithLabels = await measured(() => copyRate(pool, secrets.length, text, true));
  rates?.firstRun.push(firstRun);
  rates?.unchangedRun.push(unchangedRun);
  rates?.copy.push(copy);
  rates?.copyWithLabels.push(copyWithLabels);
}

/**
 * @param labelled whether the rows' labels are made searchable too, by the catalogue's own trigger: what an index
 *   over the column would do
 */
async function copyRate(pool: pg.Pool, rows: number, text: Buffer, labelled: boolean): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query(
      'DROP TABLE IF EXISTS copied_secrets; CREATE TABLE copied_secrets (LIKE secrets INCLUDING ALL)',
    );
    if (labelled)
      await client.query(`TRUNCATE secret_labels; CREATE TRIGGER labels AFTER INSERT ON copied_secrets
        REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_secret_labels()`);
    const started = process.hrtime.bigint();
    await copyFrom(client, `COPY copied_secrets (${COPIED_COLUMNS}) FROM STDIN`, text);
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    const { rows: counted } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM copied_secrets',
    );
    if (counted[0]?.count !== rows) throw new Error(`COPY wrote ${counted[0]?.count} rows`);
    return rows / seconds;
  } finally {
    client.release();
  }
}

async function assertFound(
  pool: pg.Pool,
  connectionId: string,
  expected: Record<string, number>,
): Promise<void> {
  const { rows } = await pool.query<{ metadata: Record<string, number> }>(
    `SELECT metadata FROM audit_events WHERE action = 'discover.finish' AND resource = $1
      ORDER BY occurred_at DESC LIMIT 1`,
    [`provider_connection:${connectionId}`],
  );
  for (const [name, count] of Object.entries(expected))
    if (rows[0]?.metadata[name] !== count) throw new Error(`the run counted ${JSON.stringify(rows[0])}`);
}
