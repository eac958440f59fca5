import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';

/** What a key stands for: nothing yet (`first`), another call, a call under way, or an answer. */
export type KeyUse =
  | { readonly kind: 'first' }
  | { readonly kind: 'reused' }
  | { readonly kind: 'under_way' }
  | { readonly kind: 'answered'; readonly response: string };

/** A call that died without an answer gives its key back after this long. */
const ABANDONED_AFTER = `interval '60 s'`;
const KEPT_FOR = `interval '24 h'`;

/**
 * One statement takes the key: of any number of calls at once, one is the first. It also sweeps up a few keys
 * that are past their time, so that nothing else has to.
 */
const BEGIN = `WITH old AS (
    DELETE FROM idempotency_keys WHERE (caller_id, key) IN (
      SELECT caller_id, key FROM idempotency_keys
      WHERE started_at <= clock_timestamp() - ${KEPT_FOR} AND (caller_id, key) <> ($1, $2)
      ORDER BY started_at LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO idempotency_keys AS k (caller_id, key, fingerprint) VALUES ($1, $2, $3)
  ON CONFLICT (caller_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, response = NULL, started_at = clock_timestamp()
    WHERE k.started_at <= clock_timestamp() - ${KEPT_FOR}
      OR (k.response IS NULL AND k.started_at <= clock_timestamp() - ${ABANDONED_AFTER})
  RETURNING key`;

/** Remembers what keys stood for, 24 hours for each caller (D15). */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly database: Database) {}

  /** Takes the key for a call, or says what it stands for already. */
  async begin(callerId: string, key: string, fingerprint: Buffer): Promise<KeyUse> {
    const taken = await this.database.query(BEGIN, [callerId, key, fingerprint]);
    if (taken.length === 1) return { kind: 'first' };
    const sql = 'SELECT fingerprint, response FROM idempotency_keys WHERE caller_id = $1 AND key = $2';
    const [row] = await this.database.query<{ fingerprint: Buffer; response: string | null }>(sql, [
      callerId,
      key,
    ]);
    if (!row) return { kind: 'under_way' };
    if (!row.fingerprint.equals(fingerprint)) return { kind: 'reused' };
    return row.response === null ? { kind: 'under_way' } : { kind: 'answered', response: row.response };
  }

  /** Keeps the answer of the first call. */
  async finish(callerId: string, key: string, response: string): Promise<void> {
    const sql = 'UPDATE idempotency_keys SET response = $3 WHERE caller_id = $1 AND key = $2';
    await this.database.query(sql, [callerId, key, response]);
  }

  /** The first call was refused: the key is free again. */
  async abandon(callerId: string, key: string): Promise<void> {
    const sql = 'DELETE FROM idempotency_keys WHERE caller_id = $1 AND key = $2 AND response IS NULL';
    await this.database.query(sql, [callerId, key]);
  }
}
