import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { activeSql } from '../sessions/sessions.store.js';

/** What a session stores about the provider's session. */
export interface ProviderSession {
  readonly sid: string | null;
  readonly sealedIdToken: string;
}

/** A stored ID token with its subject. */
export interface StoredIdToken {
  readonly issuer: string;
  readonly subject: string;
  readonly sealedIdToken: string;
}

/** Stores the provider's data of sessions, and finds sessions by them. */
@Injectable()
export class OidcSessionStore {
  constructor(private readonly database: Database) {}

  /** Adds the provider's data to the session; false when the user has no such active session. */
  async attach(
    tx: Tx,
    session: { id: string; userId: string },
    { sid, sealedIdToken }: ProviderSession,
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE sessions s SET oidc_sid = $3, oidc_id_token_sealed = $4
        WHERE s.id = $1 AND s.user_id = $2 AND ${activeSql('s')} RETURNING s.id`,
      [session.id, session.userId, sid, sealedIdToken],
    );
    return rows.length === 1;
  }

  /**
   * Sets last_mfa_at to the time of the provider's authentication, at most now and never backwards (D21).
   *
   * @param authTime seconds since 1970; null for now
   */
  async stampMfa(tx: Tx, id: string, authTime: number | null): Promise<void> {
    await tx.query(
      `UPDATE sessions SET last_mfa_at = greatest(last_mfa_at,
          to_timestamp(least($2::double precision, extract(epoch FROM clock_timestamp())::double precision)))
        WHERE id = $1`,
      [id, authTime],
    );
  }

  /** Returns the active sessions with that session id at the provider. */
  async findBySid(tx: Tx, issuer: string, sid: string): Promise<{ id: string; userId: string }[]> {
    return tx.query(
      `SELECT s.id, s.user_id AS "userId" FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.oidc_sid = $2 AND s.revoked_at IS NULL AND u.oidc_issuer = $1`,
      [issuer, sid],
    );
  }

  /** Returns the session's ID token; null when the session was not created by OIDC. */
  async findIdToken(sessionId: string): Promise<StoredIdToken | null> {
    const [row] = await this.database.query<StoredIdToken>(
      `SELECT u.oidc_issuer AS issuer, u.oidc_subject AS subject, s.oidc_id_token_sealed AS "sealedIdToken"
        FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = $1 AND s.oidc_id_token_sealed IS NOT NULL AND u.oidc_subject IS NOT NULL`,
      [sessionId],
    );
    return row ?? null;
  }
}
