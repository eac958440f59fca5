import type { Audit } from '#libs/audit';
import type { Database, Tx } from '#libs/database';

/** A month of audit events. */
export interface AuditPartition {
  readonly name: string;
  /** Exclusive end, UTC. */
  readonly until: Date;
}

export type Outcome =
  { readonly kind: 'dropped'; readonly events: number } | { readonly kind: 'kept'; readonly reason: string };

/** Unique among the transaction-level advisory locks of this database. */
const RETENTION = 7_305_118_032;

/** Returns the partitions that end at least `keepMonths` whole months before this one, oldest first. */
export async function expiredPartitions(database: Database, keepMonths: number): Promise<AuditPartition[]> {
  return database.query<AuditPartition>(
    `SELECT name, until FROM (
       SELECT c.relname AS name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS until
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_events'::regclass) months
     WHERE until <= (date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') - make_interval(months => $1)) AT TIME ZONE 'UTC'
     ORDER BY until`,
    [keepMonths],
  );
}

/**
 * Drops a partition whose events are all covered by a signed checkpoint, and records it in the audit log, in one transaction. The leaf hashes stay, so that proofs and exports still verify. Partitions are dropped oldest first.
 *
 * @param audit writes as the owner of the tables, who alone may drop one (D58)
 */
export async function dropPartition(
  database: Database,
  audit: Audit,
  partition: AuditPartition,
): Promise<Outcome> {
  return database.transaction(async (tx) => {
    // Writers queue behind the drop, so it must not wait long for an open transaction.
    await tx.query(`SET LOCAL lock_timeout = '3s'`);
    await tx.query('SELECT pg_advisory_xact_lock($1)', [RETENTION]);
    const table = quoted(partition.name);
    await tx.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const { events, unsealed } = await countEvents(tx, table);
    if (unsealed > 0)
      return {
        kind: 'kept',
        reason: `${unsealed} of its ${events} events are not covered by a signed checkpoint`,
      };
    const removal = await removalOf(tx, table, partition, events);
    await audit.record(tx, {
      actor: 'system:audit-retention',
      action: 'audit.partition.drop',
      resource: `audit_partition:${partition.name}`,
      status: 'success',
      metadata: { until: partition.until.toISOString(), events, ...removal },
    });
    await tx.query(
      `INSERT INTO audit_dropped_partitions (upper_bound, partition_name, events, first_kept_leaf, last_leaf)
       VALUES ($1, $2, $3, $4, $5)`,
      [partition.until, partition.name, events, removal.first_kept_leaf, removal.last_leaf],
    );
    await tx.query(`DROP TABLE ${table}`);
    return { kind: 'dropped', events };
  });
}

async function countEvents(tx: Tx, table: string): Promise<{ events: number; unsealed: number }> {
  const [row] = await tx.query<{
    events: string;
    unsealed: string;
  }>(`SELECT count(*) AS events, count(*) FILTER (WHERE l.leaf_index IS NULL) AS unsealed
     FROM ${table} e LEFT JOIN audit_leaves l ON l.event_id = e.id
       AND l.leaf_index < (SELECT max(tree_size) FROM audit_checkpoints)`);
  return { events: Number(row?.events), unsealed: Number(row?.unsealed) };
}

interface Removal {
  /** The first leaf whose event is kept. */
  readonly first_kept_leaf: number;
  /** The last leaf whose event is removed, now or earlier. */
  readonly last_leaf: number;
  readonly removed_in_all: number;
}

async function removalOf(tx: Tx, table: string, { until }: AuditPartition, events: number): Promise<Removal> {
  const [row] = await tx.query<{ last: string; removed: string; kept: string | null; size: string }>(
    `SELECT greatest(
        (SELECT coalesce(max(l.leaf_index), -1) FROM ${table} e JOIN audit_leaves l ON l.event_id = e.id),
        (SELECT coalesce(max(last_leaf), -1) FROM audit_dropped_partitions)) AS last,
      (SELECT coalesce(sum(events), 0) FROM audit_dropped_partitions) AS removed,
      (SELECT min(leaf_index) FROM audit_leaves WHERE occurred_at >= $1
        AND leaf_index >= (SELECT coalesce(max(first_kept_leaf), 0) FROM audit_dropped_partitions)) AS kept,
      (SELECT coalesce(max(leaf_index) + 1, 0) FROM audit_leaves) AS size`,
    [until],
  );
  return {
    first_kept_leaf: Number(row?.kept ?? row?.size),
    last_leaf: Number(row?.last),
    removed_in_all: Number(row?.removed) + events,
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
