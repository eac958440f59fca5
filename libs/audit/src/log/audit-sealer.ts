import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx, type Sql } from '#libs/database';
import type { SecretBytes } from '#libs/secret-bytes';
import {
  checkpointText,
  Frontier,
  hashLeaf,
  leafBytes,
  noteSigner,
  rangeHash,
  sameHash,
  type Subtree,
  subtreesOf,
  type TreeHead,
} from '#libs/merkle-log';
import { isStored, readSubtrees } from './stored-subtrees.js';
import { type LogEnd, nextUnsealed, readLogEnd, type UnsealedRow } from './unsealed-events.js';

/** Maximum number of events per transaction. */
export const SEAL_BATCH = 1000;

/** Key of the transaction-level advisory lock; unique within the database. */
const SEALING = 7_305_118_031;

/** The log does not contain what a checkpoint signed: it was reset or changed. Sealing stops. */
export class AuditLogBrokenError extends Error {
  override readonly name = 'AuditLogBrokenError';
  /** The message contains sizes of the log only, and may be logged. */
  readonly code = 'audit_log_broken';
  readonly kind = 'integrity';
}

/** Injection token of the Ed25519 seed that signs checkpoints, or null (D59). */
export const AUDIT_SIGNING_KEY = Symbol('audit-signing-key');

/** Appends audit events to the Merkle log in order of commit, and signs checkpoints (D59). */
@Injectable()
export class AuditSealer {
  constructor(
    private readonly database: Database,
    @Inject(AUDIT_SIGNING_KEY) private readonly seed: SecretBytes | null,
  ) {}

  /**
   * Seals the next events in one transaction. An advisory lock prevents two workers from sealing the same event: the task's
   * lock in the cache may expire while its holder is still running.
   *
   * @param known the latest checkpoint in the sink, which the log must still contain
   * @returns the number of sealed events; fewer than SEAL_BATCH when none are left
   * @throws AuditLogBrokenError when the log does not contain `known`
   */
  async seal(known: TreeHead | null = null): Promise<number> {
    return this.database.transaction(async (tx) => {
      const sql = 'SELECT pg_try_advisory_xact_lock($1) AS acquired';
      const [lock] = await tx.query<{ acquired: boolean }>(sql, [SEALING]);
      if (!lock!.acquired) return 0;
      const origin = await readOrigin(tx);
      const end = await readLogEnd(tx);
      if (known) await assertHolds(tx, { origin, size: end.size }, known);
      const events = await nextUnsealed(tx, end, SEAL_BATCH);
      const frontier = await readFrontier(tx, end.size);
      await append(tx, frontier, end, events);
      if (this.seed) await sign(tx, { origin, frontier, seed: this.seed });
      return events.length;
    });
  }
}

async function readOrigin(db: Sql): Promise<string> {
  const [log] = await db.query<{ origin: string }>('SELECT origin FROM audit_log');
  if (!log) throw new AuditLogBrokenError('the audit log has no origin');
  return log.origin;
}

async function assertHolds(db: Sql, log: { origin: string; size: number }, known: TreeHead): Promise<void> {
  if (known.origin !== log.origin)
    throw new AuditLogBrokenError('the kept checkpoint belongs to another log');
  if (known.treeSize > log.size)
    throw new AuditLogBrokenError(
      `the log ends at ${log.size}, but a checkpoint of ${known.treeSize} events was kept`,
    );
  const range = { start: 0, end: known.treeSize };
  const root = rangeHash(range, await readSubtrees(db, subtreesOf(range)));
  if (!sameHash(root, known.rootHash))
    throw new AuditLogBrokenError(`the first ${known.treeSize} leaves do not match the kept checkpoint`);
}

async function readFrontier(db: Sql, size: number): Promise<Frontier> {
  const peaks = subtreesOf({ start: 0, end: size });
  return Frontier.of(size, peaks.map(await readSubtrees(db, peaks)));
}

/** Appends leaves, and the subtrees that they complete. */
async function append(
  db: Sql,
  frontier: Frontier,
  end: LogEnd,
  events: readonly UnsealedRow[],
): Promise<void> {
  if (events.length === 0) return;
  const hashes = events.map((event) => hashLeaf(leafBytes(event)));
  const completed: (Subtree & { hash: Uint8Array })[] = [];
  for (const leaf of hashes)
    frontier.append(leaf, (subtree, hash) => {
      if (isStored(subtree)) completed.push({ ...subtree, hash });
    });
  await db.query(
    `INSERT INTO audit_leaves (leaf_index, event_id, occurred_at, xid, hash)
     SELECT $1::bigint + row_number() OVER (ORDER BY n) - 1, id, occurred_at, xid, hash
     FROM unnest($2::uuid[], $3::timestamptz[], $4::text[]::xid8[], $5::bytea[]) WITH ORDINALITY AS e (id, occurred_at, xid, hash, n)`,
    [
      end.size,
      events.map(({ id }) => id),
      events.map(({ occurred_at: at }) => at),
      events.map(({ xid }) => xid),
      hashes,
    ],
  );
  await db.query(
    'INSERT INTO audit_subtrees (level, position, hash) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])',
    [
      completed.map(({ level }) => level),
      completed.map(({ position }) => position),
      completed.map(({ hash }) => hash),
    ],
  );
}

/** Signs a checkpoint of the tree, unless this key has already done so. */
async function sign(
  tx: Tx,
  { origin, frontier, seed }: { origin: string; frontier: Frontier; seed: SecretBytes },
): Promise<void> {
  const { size: treeSize, root: rootHash } = frontier;
  if (treeSize === 0) return;
  const signer = noteSigner(origin, seed.reveal());
  const checkpoint = signer.sign(checkpointText({ origin, treeSize, rootHash }));
  await tx.query(
    `INSERT INTO audit_checkpoints (tree_size, public_key, root_hash, checkpoint)
     SELECT $1::bigint, $2::bytea, $3::bytea, $4
     WHERE NOT EXISTS (SELECT FROM audit_checkpoints WHERE tree_size = $1 AND public_key = $2)`,
    [treeSize, signer.publicKey, rootHash, checkpoint],
  );
}
