import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { type Caller, grantsSql } from '#libs/rbac';
import { AuthOptions } from '../auth-options.js';
import { freshSql } from './fresh-session-sql.js';
import { type LoginTokenClaims, LoginTokens } from './login-tokens.js';
import { cookieHash } from './session-cookie-value.js';
import { activeSql } from './sessions.store.js';

const BY_COOKIE = 's.token_hash = $4::bytea';
const BY_TOKEN = 's.id = $5::uuid AND s.user_id = $6::uuid AND to_timestamp($7) > clock_timestamp()';
/** Always true: keeps the parameters of the credential that was not sent. */
const NO_COOKIE = '$4::bytea IS NULL';
const NO_TOKEN = '$5::uuid IS NULL AND $6::uuid IS NULL AND $7::float8 IS NULL';

const SLIDE_SHARE = 0.01;
const LONGEST_SLIDE_SECONDS = 15;

/** Who is calling: the session, its user and all grants in one statement, which also moves the idle expiry. */
@Injectable()
export class Authentication {
  constructor(
    private readonly options: AuthOptions,
    private readonly database: Database,
    private readonly tokens: LoginTokens,
  ) {}

  /**
   * The caller whose active session the credentials name, or null. Every credential that is passed must name
   * that session (D7); a disabled user has none.
   */
  async bySession(credentials: { token?: string; cookie?: string }): Promise<Caller | null> {
    const { token, cookie } = credentials;
    if (token === undefined && cookie === undefined) return null;
    const hash = cookie === undefined ? null : cookieHash(cookie);
    if (cookie !== undefined && !hash) return null;
    const claims = token === undefined ? null : await this.tokens.read(token);
    if (token !== undefined && !claims) return null;
    return this.find(hash, claims);
  }

  private async find(hash: Buffer | null, claims: LoginTokenClaims | null): Promise<Caller | null> {
    const named = `${hash ? BY_COOKIE : NO_COOKIE} AND ${claims ? BY_TOKEN : NO_TOKEN}`;
    const { idleSeconds } = this.options.session;
    const slide = Math.min(idleSeconds * SLIDE_SHARE, LONGEST_SLIDE_SECONDS);
    const { sessionId = null, userId = null, expiresAt = null } = claims ?? {};
    const [caller] = await this.database.frequentQuery<Caller>(authenticationSql(named), [
      idleSeconds,
      slide,
      this.options.stepUpSeconds,
      hash,
      sessionId,
      userId,
      expiresAt,
    ]);
    return caller ?? null;
  }
}

/**
 * The idle expiry is rewritten only when it moves far enough (D18), and never waited for: whoever holds the
 * row is moving it already, or ending it.
 */
function authenticationSql(named: string): string {
  const idleExpiry = 'least(clock_timestamp() + make_interval(secs => $1), x.expires_at)';
  return `WITH found AS (
      SELECT s.id, s.user_id, s.last_mfa_at, ${freshSql('s', '$3')} AS fresh, u.email, u.display_name
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE ${named} AND ${activeSql('s')} AND NOT u.disabled
    ), movable AS (
      SELECT x.id FROM sessions x WHERE x.id = (SELECT id FROM found) AND ${activeSql('x')}
        AND ${idleExpiry} - x.idle_expires_at >= make_interval(secs => $2) FOR NO KEY UPDATE SKIP LOCKED
    ), moved AS (
      UPDATE sessions x SET idle_expires_at = ${idleExpiry} FROM movable WHERE x.id = movable.id
    )
    SELECT user_id AS "userId", email, display_name AS "displayName", id AS "sessionId",
      last_mfa_at AS "lastMfaAt", fresh AS "mfaFresh", ${grantsSql('found.user_id')} AS grants FROM found`;
}
