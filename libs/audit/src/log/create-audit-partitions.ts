import type { Sql } from '#libs/database';

const MONTHS_AHEAD = 3;

/**
 * Creates missing monthly partitions of the audit log, in advance, so that no insert lacks one. Returns how many were created.
 */
export async function createAuditPartitions(db: Sql): Promise<number> {
  const sql = 'SELECT create_audit_partitions($1) AS created';
  const [row] = await db.query<{ created: number }>(sql, [MONTHS_AHEAD]);
  return row!.created;
}
