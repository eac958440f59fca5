import { Injectable } from '@nestjs/common';
import { Database, queryIn, type Tx } from '#libs/database';
import { PAST_KEYS } from './past-idempotency-keys.js';

/** A key in the hands of its caller, with the fingerprint of the call that it stands for. */
export interface KeyUse {
  readonly callerId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** What a key stood for, and what was answered. */
export interface KeptAnswer {
  readonly fingerprint: Buffer;
  readonly response: string;
}

const KEPT_FOR = `interval '${PAST_KEYS.keptSeconds} s'`;

const FIND = `SELECT fingerprint, response FROM idempotency_keys
  WHERE caller_id = $1 AND key = $2 AND response IS NOT NULL AND started_at > clock_timestamp() - ${KEPT_FOR}`;

/**
 * Waits for a twin under way: its insert is not committed yet. A row without an answer is one that the release before
 * this left; the new `attempt` keeps that release from committing under it.
 */
const TAKE = `INSERT INTO idempotency_keys AS k (caller_id, key, fingerprint) VALUES ($1, $2, $3)
  ON CONFLICT (caller_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, response = NULL, carried_out_at = NULL, attempt = gen_random_uuid(),
      started_at = clock_timestamp()
    WHERE k.response IS NULL OR k.started_at <= clock_timestamp() - ${KEPT_FOR}
  RETURNING key`;

/** Remembers what keys stood for, 24 hours for each caller (D15). The worker's housekeeping removes what is older. */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly database: Database) {}

  async find({ callerId, key }: KeyUse): Promise<KeptAnswer | null> {
    return (await this.database.query<KeptAnswer>(FIND, [callerId, key]))[0] ?? null;
  }

  /** Takes the key for the transaction's call; false when a twin has been answered under it. */
  async take(tx: Tx, { callerId, key, fingerprint }: KeyUse): Promise<boolean> {
    return (await queryIn(tx, TAKE, [callerId, key, fingerprint])).length === 1;
  }

  /** Keeps the answer, in the transaction that took the key. */
  async keep(tx: Tx, { callerId, key }: KeyUse, response: string): Promise<void> {
    const sql = 'UPDATE idempotency_keys SET response = $3 WHERE caller_id = $1 AND key = $2';
    await queryIn(tx, sql, [callerId, key, response]);
  }
}
