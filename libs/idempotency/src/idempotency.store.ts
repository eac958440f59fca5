import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';

/** An Idempotency-Key of a caller, with the fingerprint of the call. */
export interface KeyClaim {
  readonly callerId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** The stored fingerprint and response of a key. */
export interface StoredResponse {
  readonly fingerprint: Buffer;
  readonly response: string;
}

/** Retention of keys: 24 hours (D15). A later call claims the key again, whether or not the row was deleted. */
export const PAST_KEYS = { table: 'idempotency_keys', column: 'started_at', keptSeconds: 24 * 3600 } as const;
const RETENTION = `interval '${PAST_KEYS.keptSeconds} s'`;

const FIND = `SELECT fingerprint, response FROM idempotency_keys
  WHERE caller_id = $1 AND key = $2 AND response IS NOT NULL AND started_at > clock_timestamp() - ${RETENTION}`;

/**
 * Waits for a concurrent call, whose insert is not committed yet. A row without a response is of the former design, which may
 * still run beside this one: the new `attempt` keeps it from committing what is done here.
 */
const CLAIM = `INSERT INTO idempotency_keys AS k (caller_id, key, fingerprint) VALUES ($1, $2, $3)
  ON CONFLICT (caller_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, response = NULL, carried_out_at = NULL, attempt = gen_random_uuid(),
      started_at = clock_timestamp()
    WHERE k.response IS NULL OR k.started_at <= clock_timestamp() - ${RETENTION}
  RETURNING key`;

/** Stores keys and responses for 24 hours, per caller (D15). The worker's housekeeping deletes older ones. */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly database: Database) {}

  /** Returns what was stored under the key within its retention; null without it. */
  async find({ callerId, key }: KeyClaim): Promise<StoredResponse | null> {
    return (await this.database.query<StoredResponse>(FIND, [callerId, key]))[0] ?? null;
  }

  /** Claims the key for this transaction; false when a response is already stored under it. */
  async claim(tx: Tx, { callerId, key, fingerprint }: KeyClaim): Promise<boolean> {
    return (await tx.query(CLAIM, [callerId, key, fingerprint])).length === 1;
  }

  /** Stores the response, in the transaction that claimed the key. */
  async save(tx: Tx, { callerId, key }: KeyClaim, response: string): Promise<void> {
    const sql = 'UPDATE idempotency_keys SET response = $3 WHERE caller_id = $1 AND key = $2';
    await tx.query(sql, [callerId, key, response]);
  }
}
