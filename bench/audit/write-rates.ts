import type pg from 'pg';
import type { AuditEvent } from '#libs/audit';
import { auditColumns, INSERT_AUDIT_EVENT, INSERT_AUDIT_EVENTS } from '../../libs/audit/src/audit-sql.js';

const CLIENTS = 16;
const EVENT: AuditEvent = {
  actor: 'user:00000000-0000-7000-8000-000000000007',
  action: 'request.submit',
  resource: 'request:00000000-0000-7000-8000-000000000009',
  status: 'success',
  metadata: { key_names: ['password'], project_id: '00000000-0000-7000-8000-000000000003' },
};
const PLAIN = 'plain_events';

/** A table like the log with the same columns, checks and indexes, without partitions and triggers. */
export async function createPlainTable(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE TABLE ${PLAIN} (LIKE audit_events INCLUDING ALL)`);
}

export type Target = 'audit_events' | typeof PLAIN;

/** Events a second, one for each transaction, as the service writes a denial. */
export async function singleRate(pool: pg.Pool, target: Target, seconds: number): Promise<number> {
  const sql = INSERT_AUDIT_EVENTS.replace('audit_events', target);
  const ends = Date.now() + seconds * 1000;
  const started = process.hrtime.bigint();
  const client = async (): Promise<number> => {
    let written = 0;
    for (; Date.now() < ends; written += 1) await pool.query(sql, auditColumns([EVENT]));
    return written;
  };
  const written = await Promise.all(Array.from({ length: CLIENTS }, client));
  return written.reduce((sum, each) => sum + each) / (Number(process.hrtime.bigint() - started) / 1e9);
}

/** Events a second, many in one statement: what the table itself costs, without round trips and commits. */
export async function bulkRate(pool: pg.Pool, target: Target, events: number): Promise<number> {
  const started = process.hrtime.bigint();
  await pool.query(
    `${INSERT_AUDIT_EVENT.replace('audit_events', target)}
     SELECT gen_random_uuid(), $1, $2, 'request:' || gen_random_uuid(), 'success', $3::jsonb, gen_random_uuid() FROM generate_series(1, $4::int)`,
    [EVENT.actor, EVENT.action, JSON.stringify(EVENT.metadata), events],
  );
  return events / (Number(process.hrtime.bigint() - started) / 1e9);
}
