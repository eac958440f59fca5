import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { STORED_WRAP, type StoredWrap, storedWrap, type StoredWrapRow } from './stored-wrap.js';
import { wrapStatus } from './wrap-conditions.js';

/** A wrap without its value and the value's length. */
export interface WrapSummary {
  readonly id: string;
  readonly keyName: string;
  readonly status: StoredWrap['status'];
  readonly expiresAt: Date;
}

/** The summary for the requester, who also learns how the wrap ended. */
export interface OwnWrapSummary extends WrapSummary {
  /** When it was retrieved. */
  readonly consumedAt: Date | null;
  /** When it was destroyed before it expired: its read failed, or its request ended. */
  readonly destroyedAt: Date | null;
}

const SUMMARY = `w.id, w.key_name AS "keyName", ${wrapStatus('w')} AS status, w.expires_at AS "expiresAt"`;

/** SQL that is false for a wrap that a retried job has replaced by a newer one of the same key. */
const NOT_REPLACED = `NOT (w.destroyed_at IS NOT NULL AND EXISTS (
  SELECT 1 FROM wraps n WHERE n.request_id = w.request_id AND n.audience = w.audience AND n.key_name = w.key_name
    AND n.created_at > w.created_at))`;

/** Reads wraps. Each method takes the caller's transaction, or `database` outside of one. */
@Injectable()
export class WrapReadModel {
  /** Returns the requester's wraps of a request, by key name. */
  async ofRequester(db: Sql, requestId: string): Promise<OwnWrapSummary[]> {
    const sql = `SELECT ${SUMMARY}, w.consumed_at AS "consumedAt",
        CASE WHEN w.destroyed_at < w.expires_at THEN w.destroyed_at END AS "destroyedAt"
      FROM wraps w WHERE w.request_id = $1 AND w.audience = 'requester' AND ${NOT_REPLACED}
      ORDER BY w.key_name, w.id`;
    return db.query<OwnWrapSummary>(sql, [requestId]);
  }

  /** Returns an agent wrap with its ciphertext, of any request: the caller checks that the agent holds the job. */
  async findForAgent(db: Sql, wrapId: string): Promise<StoredWrap | null> {
    const sql = `SELECT ${STORED_WRAP}, ${wrapStatus('w')} AS status FROM wraps w
      WHERE w.id = $1 AND w.audience = 'agent'`;
    const [row] = await db.query<StoredWrapRow>(sql, [wrapId]);
    return row ? storedWrap(row) : null;
  }

  /** Returns every agent wrap of a request, by key name. */
  async ofAgent(db: Sql, requestId: string): Promise<WrapSummary[]> {
    const sql = `SELECT ${SUMMARY} FROM wraps w
      WHERE w.request_id = $1 AND w.audience = 'agent' ORDER BY w.key_name, w.id`;
    return db.query<WrapSummary>(sql, [requestId]);
  }
}
