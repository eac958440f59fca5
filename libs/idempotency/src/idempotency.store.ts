import { Injectable } from '@nestjs/common';
import { Database, queryIn, type Tx } from '#libs/database';

/** A key in the hands of one attempt to carry a call out. */
export interface Attempt {
  readonly callerId: string;
  readonly key: string;
  /** Tells this attempt from a later one that took the key over. */
  readonly id: string;
}

/**
 * What a key stands for: nothing yet (`first`), another call, a call under way, one that was carried out without
 * its answer having been kept, or an answer.
 */
export type KeyUse =
  | { readonly kind: 'first' }
  | { readonly kind: 'reused' }
  | { readonly kind: 'under_way' }
  | { readonly kind: 'carried_out' }
  | { readonly kind: 'answered'; readonly response: string };

/** A call that died before it took effect gives its key back after this long. */
const ABANDONED_AFTER = `interval '60 s'`;
const KEPT_FOR = `interval '24 h'`;

/**
 * One statement takes the key: of any number of calls at once, one is the first. It also sweeps up a few keys
 * that are past their time, so that nothing else has to: by a time that holds for the statement, since the index takes
 * no other, and every key would be looked at.
 */
const BEGIN = `WITH old AS (
    DELETE FROM idempotency_keys WHERE (caller_id, key) IN (
      SELECT caller_id, key FROM idempotency_keys
      WHERE started_at <= statement_timestamp() - ${KEPT_FOR} AND (caller_id, key) <> ($1, $2)
      ORDER BY started_at LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO idempotency_keys AS k (caller_id, key, attempt, fingerprint) VALUES ($1, $2, $3, $4)
  ON CONFLICT (caller_id, key) DO UPDATE
    SET attempt = excluded.attempt, fingerprint = excluded.fingerprint, response = NULL, carried_out_at = NULL,
      started_at = clock_timestamp()
    WHERE k.started_at <= clock_timestamp() - ${KEPT_FOR}
      OR (k.response IS NULL AND k.carried_out_at IS NULL
        AND k.started_at <= clock_timestamp() - ${ABANDONED_AFTER})
  RETURNING key`;

interface Row {
  readonly fingerprint: Buffer;
  readonly response: string | null;
  readonly carried_out: boolean;
}

/** Remembers what keys stood for, 24 hours for each caller (D15). */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly database: Database) {}

  /** Takes the key for an attempt, or says what it stands for already. */
  async begin({ callerId, key, id }: Attempt, fingerprint: Buffer): Promise<KeyUse> {
    const taken = await this.database.query(BEGIN, [callerId, key, id, fingerprint]);
    if (taken.length === 1) return { kind: 'first' };
    const sql = `SELECT fingerprint, response, carried_out_at IS NOT NULL AS carried_out
      FROM idempotency_keys WHERE caller_id = $1 AND key = $2`;
    const [row] = await this.database.query<Row>(sql, [callerId, key]);
    if (!row) return { kind: 'under_way' };
    if (!row.fingerprint.equals(fingerprint)) return { kind: 'reused' };
    if (row.response !== null) return { kind: 'answered', response: row.response };
    return { kind: row.carried_out ? 'carried_out' : 'under_way' };
  }

  /**
   * Notes that the transaction does what the key stands for: with it, the key is taken for good. False when another
   * attempt has taken the key over since; then the transaction must not commit.
   */
  async carryOut(tx: Tx, { callerId, key, id }: Attempt): Promise<boolean> {
    const sql = `UPDATE idempotency_keys SET carried_out_at = clock_timestamp()
      WHERE caller_id = $1 AND key = $2 AND attempt = $3 RETURNING key`;
    return (await queryIn(tx, sql, [callerId, key, id])).length === 1;
  }

  /** Keeps the answer of the attempt. */
  async finish({ callerId, key, id }: Attempt, response: string): Promise<void> {
    const sql =
      'UPDATE idempotency_keys SET response = $4 WHERE caller_id = $1 AND key = $2 AND attempt = $3';
    await this.database.query(sql, [callerId, key, id, response]);
  }

  /** The attempt has failed: the key is free again, unless the failure came after the effect. */
  async abandon({ callerId, key, id }: Attempt, refused: boolean): Promise<void> {
    const sql = `DELETE FROM idempotency_keys
      WHERE caller_id = $1 AND key = $2 AND attempt = $3 AND ($4 OR carried_out_at IS NULL)`;
    await this.database.query(sql, [callerId, key, id, refused]);
  }
}
