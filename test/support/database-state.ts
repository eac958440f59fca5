import pg from 'pg';

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns how many of the database's statements wait for a lock. @param among which of them, as SQL about pg_stat_activity */
export async function lockWaits(url: string, among = 'true'): Promise<number> {
  const sql = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND ${among}`;
  return withClient(url, async (client) => (await client.query(sql)).rowCount!);
}

/** Ends every connection to the database and refuses new ones. @returns a function that restores access */
export async function takeDatabaseAway(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  const onServer = (sql: string, parameters: unknown[] = []) =>
    withClient(process.env.TEST_POSTGRES_URL ?? '', (server) => server.query(sql, parameters));
  await onServer(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
  await onServer('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  return async () => void (await onServer(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`));
}

/** What changes by calls alone and is not audited (D58): when a session or an agent was last seen. */
const VOLATILE: Readonly<Record<string, readonly string[]>> = {
  sessions: ['idle_expires_at'],
  agents: ['last_seen_at'],
};

/** Returns a digest of every table's rows but the audit log's: equal when nothing was changed in between. */
export function stateOf(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'audit_events%'`,
    );
    const state: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const ignored = (VOLATILE[name] ?? []).map((column) => ` - '${column}'`).join('');
      const { rows } = await client.query<{ digest: string }>(
        `SELECT md5(coalesce(string_agg(line, '|' ORDER BY line), '')) AS digest
         FROM (SELECT (to_jsonb(t)${ignored})::text AS line FROM "${name}" t) lines`,
      );
      state[name] = rows[0]!.digest;
    }
    return state;
  });
}

/** Runs `work` while no audit event can be written: the log has no partition that takes it. */
export async function withoutAuditPartitions<T>(url: string, work: () => Promise<T>): Promise<T> {
  const parts = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; bounds: string }>(
      `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_events'::regclass`,
    );
    for (const { name } of rows) await client.query(`ALTER TABLE audit_events DETACH PARTITION "${name}"`);
    return rows;
  });
  try {
    return await work();
  } finally {
    await withClient(url, async (client) => {
      for (const { name, bounds } of parts)
        await client.query(`ALTER TABLE audit_events ATTACH PARTITION "${name}" ${bounds}`);
    });
  }
}
