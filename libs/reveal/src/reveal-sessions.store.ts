import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';

/** Why a session ended: it expired, its owner hid the values, or closed their page. */
export type RevealEnd = 'ttl' | 'user_hide' | 'unmount';

/** A session over the wraps of one request. It contains no value. */
export interface RevealSession {
  readonly id: string;
  readonly user_id: string;
  readonly access_request_id: string;
  readonly wrap_ids: readonly string[];
  readonly ttl_seconds: number;
  readonly opened_at: Date;
  readonly expires_at: Date;
  readonly expired_reason: RevealEnd | null;
  readonly correlation_id: string;
}

/** An open session as its owner sees it. */
export type ActiveSession = Pick<
  RevealSession,
  'id' | 'access_request_id' | 'opened_at' | 'expires_at' | 'ttl_seconds'
> & { readonly wraps: readonly { readonly wrap_id: string; readonly key_name: string }[] };

const COLUMNS = `s.id, s.user_id, s.access_request_id, s.wrap_ids, s.ttl_seconds, s.opened_at, s.expires_at, s.expired_reason,
  (SELECT r.correlation_id FROM access_requests r WHERE r.id = s.access_request_id) AS correlation_id`;

/** Writes and lists reveal sessions. */
@Injectable()
export class RevealSessionStore {
  constructor(private readonly database: Database) {}

  async insert(
    tx: Tx,
    session: {
      id: string;
      userId: string;
      projectId: string;
      environmentId: string;
      requestId: string;
      wrapIds: readonly string[];
      ttlSeconds: number;
    },
  ): Promise<RevealSession> {
    const sql = `INSERT INTO reveal_sessions AS s
        (id, user_id, project_id, environment_id, access_request_id, wrap_ids, ttl_seconds, opened_at, expires_at)
      SELECT $1, $2, $3, $4, $5, $6, $7::integer, t.at, t.at + make_interval(secs => $7::integer) FROM (SELECT clock_timestamp() AS at) t
      RETURNING ${COLUMNS}`;
    const { id, userId, projectId, environmentId, requestId, wrapIds, ttlSeconds } = session;
    const values = [id, userId, projectId, environmentId, requestId, wrapIds, ttlSeconds];
    return (await tx.query<RevealSession>(sql, values))[0] as RevealSession;
  }

  /**
   * Ends an open session, once, whether by its owner or the sweep. After its expiry the reason is always `ttl`. Null when it
   * has ended already.
   */
  async end(tx: Tx, id: string, reason: RevealEnd): Promise<RevealSession | null> {
    const sql = `UPDATE reveal_sessions s SET expired_at = clock_timestamp(),
        expired_reason = CASE WHEN s.expires_at <= clock_timestamp() THEN 'ttl' ELSE $2 END
      WHERE s.id = $1 AND s.expired_at IS NULL AND ($2 <> 'ttl' OR s.expires_at <= clock_timestamp())
      RETURNING ${COLUMNS}`;
    return (await tx.query<RevealSession>(sql, [id, reason]))[0] ?? null;
  }

  /** Returns the id of the session's user; null for an unknown session. */
  async ownerOf(id: string): Promise<string | null> {
    const sql = 'SELECT user_id FROM reveal_sessions WHERE id = $1';
    return (await this.database.query<{ user_id: string }>(sql, [id]))[0]?.user_id ?? null;
  }

  /** Returns the ids of up to `batch` expired sessions of one request, or of all. */
  async overdue(tx: Tx, requestId: string | null, batch: number): Promise<string[]> {
    const sql = `SELECT id FROM reveal_sessions WHERE expired_at IS NULL AND expires_at <= clock_timestamp()
      AND ($1::uuid IS NULL OR access_request_id = $1) ORDER BY expires_at LIMIT $2`;
    return (await tx.query<{ id: string }>(sql, [requestId, batch])).map((row) => row.id);
  }

  /** Returns the user's open sessions, oldest first, with the ids of their wraps. */
  async activeOf(userId: string): Promise<ActiveSession[]> {
    const sql = `SELECT s.id, s.access_request_id, s.opened_at, s.expires_at, s.ttl_seconds,
        coalesce((SELECT json_agg(json_build_object('wrap_id', w.id, 'key_name', w.key_name) ORDER BY w.key_name, w.id)
          FROM wraps w WHERE w.id = ANY (s.wrap_ids)), '[]') AS wraps
      FROM reveal_sessions s WHERE s.user_id = $1 AND s.expired_at IS NULL AND s.expires_at > clock_timestamp()
      ORDER BY s.opened_at, s.id`;
    return this.database.query<ActiveSession>(sql, [userId]);
  }
}
