import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { SealedWrap } from './seal-wraps.js';
import type { WrapAudience } from './stored-wrap.js';
import { CONSUME_WRAP, DESTROY_WRAP, liveWrap } from './wrap-conditions.js';
import { wrapErrors } from './wraps.errors.js';

/** A sealed value and how long it lives, in seconds from now. */
export type NewWrap = SealedWrap & {
  readonly jobId: string | null;
  readonly attempt: number | null;
  readonly ttlSeconds: number;
};

const INSERT_ALL = `INSERT INTO wraps (id, request_id, key_name, audience, ciphertext, nonce, wrapped_key, expires_at)
  SELECT w.*, clock_timestamp() + make_interval(secs => $8)
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::text[]) w
  ON CONFLICT (request_id, audience, key_name) WHERE destroyed_at IS NULL DO NOTHING RETURNING id`;

const INSERT = `INSERT INTO wraps
    (id, request_id, key_name, audience, job_id, attempt, ciphertext, nonce, wrapped_key, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + make_interval(secs => $10))
  ON CONFLICT (request_id, audience, key_name) WHERE destroyed_at IS NULL DO NOTHING
  RETURNING expires_at`;

/** Writes wraps: the only rows that hold values, and only as ciphertext. */
@Injectable()
export class WrapStore {
  /** @throws DomainError wrap_exists when the key has a wrap for that audience that was not destroyed */
  async insert(tx: Tx, wrap: NewWrap): Promise<{ expiresAt: Date }> {
    const { ciphertext, nonce, wrappedKey } = wrap.sealed;
    const rows = await tx.query<{ expires_at: Date }>(INSERT, [
      ...[wrap.id, wrap.requestId, wrap.keyName, wrap.audience, wrap.jobId, wrap.attempt],
      ...[ciphertext, nonce, wrappedKey, wrap.ttlSeconds],
    ]);
    if (!rows[0]) throw wrapErrors.exists();
    return { expiresAt: rows[0].expires_at };
  }

  /**
   * Inserts the wraps of a submission or a fill, which belong to no job, in one statement.
   *
   * @throws DomainError wrap_exists
   */
  async insertAll(tx: Tx, wraps: readonly SealedWrap[], ttlSeconds: number): Promise<void> {
    if (wraps.length === 0) return;
    const inserted = await tx.query(INSERT_ALL, [
      wraps.map((wrap) => wrap.id),
      wraps.map((wrap) => wrap.requestId),
      wraps.map((wrap) => wrap.keyName),
      wraps.map((wrap) => wrap.audience),
      wraps.map((wrap) => wrap.sealed.ciphertext),
      wraps.map((wrap) => wrap.sealed.nonce),
      wraps.map((wrap) => wrap.sealed.wrappedKey),
      ttlSeconds,
    ]);
    if (inserted.length < wraps.length) throw wrapErrors.exists();
  }

  /**
   * Consumes the wrap for an agent, once. The caller has decrypted it before, and has checked in this transaction that the
   * agent holds the request's job.
   *
   * @returns false when the wrap was consumed or destroyed, or has expired: its value must not be sent
   */
  async consumeForAgent(tx: Tx, wrap: { wrapId: string; requestId: string }): Promise<boolean> {
    const sql = `UPDATE wraps w SET ${CONSUME_WRAP}
      WHERE w.id = $1 AND w.request_id = $2 AND w.audience = 'agent' AND ${liveWrap('w')} RETURNING w.id`;
    return (await tx.query(sql, [wrap.wrapId, wrap.requestId])).length === 1;
  }

  /** Sets the expiry of the request's live wraps of the audience to `ttlSeconds` from now; returns them. */
  async renew(
    tx: Tx,
    requestId: string,
    audience: WrapAudience,
    ttlSeconds: number,
  ): Promise<{ id: string; keyName: string }[]> {
    const sql = `UPDATE wraps w SET expires_at = clock_timestamp() + make_interval(secs => $3)
      WHERE w.request_id = $1 AND w.audience = $2 AND ${liveWrap('w')}
      RETURNING w.id, w.key_name AS "keyName"`;
    return tx.query(sql, [requestId, audience, ttlSeconds]);
  }

  /** Limits the expiry of the request's live wraps to `seconds` from now; returns them by key name. */
  async endWithin(
    tx: Tx,
    requestId: string,
    audience: WrapAudience,
    seconds: number,
  ): Promise<{ id: string; keyName: string }[]> {
    const sql = `WITH ending AS (
        UPDATE wraps w SET expires_at = least(w.expires_at, clock_timestamp() + make_interval(secs => $3))
        WHERE w.request_id = $1 AND w.audience = $2 AND ${liveWrap('w')} RETURNING w.id, w.key_name)
      SELECT id, key_name AS "keyName" FROM ending ORDER BY key_name, id`;
    return tx.query(sql, [requestId, audience, seconds]);
  }

  /** Expires live wraps now, by the database's clock. */
  async endNow(tx: Tx, wrapIds: readonly string[]): Promise<void> {
    const sql = `UPDATE wraps w SET expires_at = least(w.expires_at, clock_timestamp())
      WHERE w.id = ANY ($1::uuid[]) AND w.consumed_at IS NULL AND w.destroyed_at IS NULL`;
    await tx.query(sql, [wrapIds]);
  }

  /** Destroys the request's wraps that were not consumed, for one audience or for both. */
  async destroyForRequest(tx: Tx, requestId: string, audience?: WrapAudience): Promise<void> {
    const sql = `UPDATE wraps SET ${DESTROY_WRAP}
      WHERE request_id = $1 AND ($2::text IS NULL OR audience = $2) AND consumed_at IS NULL AND destroyed_at IS NULL`;
    await tx.query(sql, [requestId, audience ?? null]);
  }

  /** Destroys the wraps of many requests that were not consumed, for both audiences. */
  async destroyForRequests(tx: Tx, requestIds: readonly string[]): Promise<void> {
    const sql = `UPDATE wraps SET ${DESTROY_WRAP}
      WHERE request_id = ANY ($1::uuid[]) AND consumed_at IS NULL AND destroyed_at IS NULL`;
    await tx.query(sql, [requestIds]);
  }

  /** Destroys the wraps of a job's earlier attempts, which a retried job replaces (D54). */
  async destroyEarlierAttempts(tx: Tx, jobId: string, attempt: number): Promise<void> {
    const sql = `UPDATE wraps SET ${DESTROY_WRAP}
      WHERE job_id = $1 AND attempt < $2 AND consumed_at IS NULL AND destroyed_at IS NULL`;
    await tx.query(sql, [jobId, attempt]);
  }

  /** Returns how many keys have a value from this attempt of the job. */
  async countForJob(tx: Tx, jobId: string, attempt: number): Promise<number> {
    const sql = `SELECT count(DISTINCT key_name)::int AS count FROM wraps
      WHERE job_id = $1 AND attempt = $2 AND destroyed_at IS NULL`;
    const [row] = await tx.query<{ count: number }>(sql, [jobId, attempt]);
    return row?.count ?? 0;
  }

  /**
   * Destroys the ciphertext of up to `batch` expired wraps, and returns how many. Concurrent sweeps lock different rows.
   */
  async destroyExpired(tx: Tx, batch: number): Promise<number> {
    const sql = `UPDATE wraps SET ${DESTROY_WRAP} WHERE id IN (
        SELECT id FROM wraps WHERE consumed_at IS NULL AND destroyed_at IS NULL AND expires_at <= clock_timestamp()
        ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING id`;
    return (await tx.query(sql, [batch])).length;
  }
}
