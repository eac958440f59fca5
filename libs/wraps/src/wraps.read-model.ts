import type { Sql } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { STORED_WRAP, type StoredWrap, storedWrap, type StoredWrapRow } from './stored-wrap.js';
import { wrapStatus } from './wrap-conditions.js';

/** What a wrap's summary says: nothing of its value, its length included. */
export interface WrapSummary {
  readonly id: string;
  readonly keyName: string;
  readonly status: 'available' | 'consumed' | 'expired';
  readonly expiresAt: Date;
}

/** A wrap that a job replaced has a younger one of the same key; only that one is shown. */
const NOT_REPLACED = `NOT (w.destroyed_at IS NOT NULL AND EXISTS (
  SELECT 1 FROM wraps n WHERE n.request_id = w.request_id AND n.audience = w.audience AND n.key_name = w.key_name
    AND n.created_at > w.created_at))`;

/** Reads wraps. Each method takes the caller's transaction, or `database` outside of one. */
@Injectable()
export class WrapReadModel {
  /** The requester's wraps of a request, by key name. */
  async summaries(db: Sql, requestId: string): Promise<WrapSummary[]> {
    const sql = `SELECT w.id, w.key_name AS "keyName", ${wrapStatus('w')} AS status, w.expires_at AS "expiresAt"
      FROM wraps w WHERE w.request_id = $1 AND w.audience = 'requester' AND ${NOT_REPLACED}
      ORDER BY w.key_name, w.id`;
    return rows<WrapSummary>(db, sql, [requestId]);
  }

  /** The agent's wrap with its ciphertext, to be opened before it is taken; its request says whose job it is. */
  async forAgent(db: Sql, wrapId: string): Promise<StoredWrap | null> {
    const sql = `SELECT ${STORED_WRAP}, ${wrapStatus('w')} AS status FROM wraps w
      WHERE w.id = $1 AND w.audience = 'agent'`;
    const [row] = await rows<StoredWrapRow>(db, sql, [wrapId]);
    return row ? storedWrap(row) : null;
  }

  /** Every agent wrap of a request, by key name, with what became of it. */
  async ofAgent(db: Sql, requestId: string): Promise<WrapSummary[]> {
    const sql = `SELECT w.id, w.key_name AS "keyName", ${wrapStatus('w')} AS status, w.expires_at AS "expiresAt"
      FROM wraps w WHERE w.request_id = $1 AND w.audience = 'agent' ORDER BY w.key_name, w.id`;
    return rows<WrapSummary>(db, sql, [requestId]);
  }
}

async function rows<Row>(db: Sql, sql: string, parameters: unknown[]): Promise<Row[]> {
  return db.query<Row>(sql, parameters);
}
