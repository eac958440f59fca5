import type pg from 'pg';

const MONTHS = 12;

/** What the queries ask for: it is there in a log of any size. */
export const ACTIONS = [
  'auth.login',
  'request.submit',
  'request.approve',
  'request.executed',
  'wrap.create',
  'wrap.retrieve',
  'job.enqueue',
  'job.claim',
  'job.complete',
  'reveal.session.opened',
];
const ACTORS = 500;

/** An id made of a number, the same in every database. */
export const numberedId = (n: number): string =>
  `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const ID = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))`;

/** The number of the request whose events are in the middle of the log. */
export const middleRequest = (events: number): number => Math.floor(events / 2 / 5);

/**
 * Fills the log with events of the last twelve months, five for each request, by 500 people. Each month is filled
 * as a table of its own and then attached, which builds its indexes as a whole. Gives the size on disk in bytes.
 */
export async function insertEvents(client: pg.Client | pg.PoolClient, events: number): Promise<number> {
  await client.query(`SET maintenance_work_mem = '512MB'`);
  const perMonth = Math.ceil(events / MONTHS);
  for (let month = 0; month < MONTHS; month += 1) {
    const name = `audit_events_past_${String(month).padStart(2, '0')}`;
    const start = `date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '${MONTHS - month} months'`;
    await client.query(`CREATE TABLE ${name} (LIKE audit_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
    await client.query(
      `INSERT INTO ${name} (id, occurred_at, actor, action, resource, status, metadata, correlation_id)
       SELECT gen_random_uuid(), (${start}) + (n - $1) * interval '27 days' / $2::float8,
         'user:' || ${ID(`((n / 10) * 7919) % ${ACTORS}`)}, ($3::text[])[1 + n % ${ACTIONS.length}], 'request:' || ${ID('n / 5')}, 'success',
         jsonb_build_object('key_names', jsonb_build_array('password'), 'project_id', ${ID('n % 40')}, 'attempt', n % 3), ${ID('n / 5')}::uuid
       FROM generate_series($1::bigint, $1::bigint + $2::bigint - 1) n`,
      [month * perMonth, perMonth, ACTIONS],
    );
    const { rows } = await client.query<{ first: string; past: string }>(
      `SELECT (${start})::text AS first, (((${start}) AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')::text AS past`,
    );
    await client.query(
      `ALTER TABLE audit_events ATTACH PARTITION ${name} FOR VALUES FROM ('${rows[0]!.first}') TO ('${rows[0]!.past}')`,
    );
  }
  await client.query('VACUUM ANALYZE audit_events');
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(rows[0]!.bytes);
}
