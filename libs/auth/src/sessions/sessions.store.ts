import { Injectable } from '@nestjs/common';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { Database, listRows, type Tx } from '#libs/database';

/** A new session. Times are whole seconds since 1970. */
export interface NewSession {
  readonly id: string;
  readonly expiresAt: Date;
  readonly issuedAt: number;
  readonly tokenExpiresAt: number;
}

/** An active session as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly idle_expires_at: Date;
  readonly last_mfa_at: Date | null;
  /** The source address of the sign-in. */
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly cursor_at: string;
}

/** Time, source address and user agent of a session's sign-in. */
export type SignInFacts = Pick<OwnSession, 'created_at' | 'ip' | 'user_agent'>;

/** Returns the SQL condition of an active session. @param alias trusted; an alias of the sessions table */
export function activeSql(alias: string): string {
  return `(${alias}.revoked_at IS NULL AND ${alias}.expires_at > clock_timestamp()
    AND ${alias}.idle_expires_at > clock_timestamp())`;
}

/** Reads and writes sessions. */
@Injectable()
export class SessionStore {
  constructor(private readonly database: Database) {}

  /** Returns a page of a user's active sessions, oldest first. */
  async listActive(userId: string, page: PageRequest): Promise<Page<OwnSession>> {
    const source = `SELECT s.id, s.created_at, s.expires_at, s.idle_expires_at, s.last_mfa_at, s.ip, s.user_agent,
        ${cursorColumn('s.created_at')} FROM sessions s`;
    const where = ['s.user_id = $1', activeSql('s')];
    return listRows<OwnSession>(this.database, { source, where, parameters: [userId], table: 's' }, page);
  }

  /** Returns the sign-in of an active session; null for one that has ended. */
  async signInFacts(id: string): Promise<SignInFacts | null> {
    const [row] = await this.database.query<SignInFacts>(
      `SELECT s.created_at, s.ip, s.user_agent FROM sessions s WHERE s.id = $1 AND ${activeSql('s')}`,
      [id],
    );
    return row ?? null;
  }

  /** Revokes an active session of the user; false when they have none with this id. */
  async revokeActive(tx: Tx, userId: string, id: string, reason: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE sessions s SET revoked_at = clock_timestamp(), revoked_reason = $3
        WHERE s.id = $2 AND s.user_id = $1 AND ${activeSql('s')} RETURNING s.id`,
      [userId, id, reason],
    );
    return rows.length === 1;
  }

  /** Revokes all sessions of a user but one. @returns the ids of the revoked ones */
  async revokeOthers(tx: Tx, userId: string, keptId: string, reason: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `UPDATE sessions SET revoked_at = clock_timestamp(), revoked_reason = $3
        WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL RETURNING id`,
      [userId, keptId, reason],
    );
    return rows.map((row) => row.id);
  }

  /**
   * Inserts a session; null when the user is disabled, or the workload's token has a session already: this insert consumes
   * the token. Locks the user for share, so that a concurrent disabling either comes first or ends this session, too.
   */
  async insert(
    tx: Tx,
    session: {
      id: string;
      userId: string;
      tokenHash: Buffer;
      /** Null for a user. */
      workloadTokenHash: Buffer | null;
      ip: string | null;
      userAgent: string | null;
    },
    ttl: { absoluteSeconds: number; idleSeconds: number; tokenSeconds: number },
  ): Promise<NewSession | null> {
    const [row] = await tx.query<Omit<NewSession, 'id'>>(
      `INSERT INTO sessions (id, user_id, token_hash, created_at, expires_at, idle_expires_at, ip, user_agent,
          workload_token_hash)
        SELECT $1, u.id, $3, t.at, t.at + make_interval(secs => $4),
          t.at + make_interval(secs => least($4::double precision, $5::double precision)), $7, $8, $9
        FROM users u, (SELECT clock_timestamp() AS at) t
        WHERE u.id = $2 AND NOT u.disabled AND (u.kind = 'workload') = ($9::bytea IS NOT NULL) FOR SHARE OF u
        ON CONFLICT (workload_token_hash) WHERE workload_token_hash IS NOT NULL DO NOTHING
        RETURNING expires_at AS "expiresAt", floor(extract(epoch FROM created_at))::float8 AS "issuedAt",
          floor(extract(epoch FROM least(expires_at, created_at + make_interval(secs => $6))))::float8 AS "tokenExpiresAt"`,
      [
        session.id,
        session.userId,
        session.tokenHash,
        ttl.absoluteSeconds,
        ttl.idleSeconds,
        ttl.tokenSeconds,
        session.ip,
        session.userAgent,
        session.workloadTokenHash,
      ],
    );
    return row ? { id: session.id, ...row } : null;
  }

  /** Revokes a session; false when it was not active. */
  async revoke(tx: Tx, id: string, reason: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE sessions SET revoked_at = clock_timestamp(), revoked_reason = $2
        WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
      [id, reason],
    );
    return rows.length === 1;
  }

  /** Revokes all sessions of a user. @returns the ids of the revoked ones */
  async revokeAll(tx: Tx, userId: string, reason: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `UPDATE sessions SET revoked_at = clock_timestamp(), revoked_reason = $2
        WHERE user_id = $1 AND revoked_at IS NULL RETURNING id`,
      [userId, reason],
    );
    return rows.map((row) => row.id);
  }

  /** Locks the session for share until the transaction ends; true when it is active. */
  async lockForShare(tx: Tx, id: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM sessions s WHERE s.id = $1 AND ${activeSql('s')} FOR SHARE`, [
      id,
    ]);
    return rows.length === 1;
  }

  /** Copies the provider's session id to another session, so that a back-channel logout ends both. */
  async copyProviderSession(tx: Tx, fromId: string, toId: string): Promise<void> {
    await tx.query(
      `UPDATE sessions SET oidc_sid = source.oidc_sid
        FROM sessions source WHERE sessions.id = $2 AND source.id = $1 AND source.oidc_sid IS NOT NULL`,
      [fromId, toId],
    );
  }

  /** Stamps a step-up on an active session; false when it is no longer active. */
  async stampMfa(tx: Tx, id: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE sessions s SET last_mfa_at = clock_timestamp() WHERE s.id = $1 AND ${activeSql('s')} RETURNING s.id`,
      [id],
    );
    return rows.length === 1;
  }

  /** Returns whether the session was stepped up after that time. @param at milliseconds since 1970 */
  async hasSteppedUpSince(tx: Tx, id: string, at: number): Promise<boolean> {
    const rows = await tx.query(
      'SELECT id FROM sessions WHERE id = $1 AND last_mfa_at > to_timestamp($2::float8 / 1000)',
      [id, at],
    );
    return rows.length === 1;
  }
}
