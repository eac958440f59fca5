import { Injectable } from '@nestjs/common';
import { Batcher, Database } from '#libs/database';
import { grantsSql } from '#libs/rbac';
import type { Caller } from '#libs/permissions';
import { workloadNameSql } from '#libs/users';
import { AuthOptions } from '../auth-options.js';
import { cookieHash } from '../opaque-token.js';
import { freshSql } from './fresh-session-sql.js';
import { type LoginTokenClaims, LoginTokens } from './login-tokens.js';
import { RecentSessions } from './recent-sessions.js';
import { activeSql } from './sessions.store.js';

const BY_COOKIE = 's.token_hash = $4::bytea';
const BY_TOKEN = 's.id = $5::uuid AND s.user_id = $6::uuid AND to_timestamp($7) > clock_timestamp()';
/** Always true; references the parameters of the credential that was not sent. */
const NO_COOKIE = '$4::bytea IS NULL';
const NO_TOKEN = '$5::uuid IS NULL AND $6::uuid IS NULL AND $7::float8 IS NULL';

/** Selects the positions of active sessions, each named by a cookie's hash or by a token's session id and expiry. */
const ACTIVE = `WITH named AS (
    SELECT * FROM unnest($1::bytea[], $2::uuid[], $3::float8[]) WITH ORDINALITY AS n (hash, id, expires_at, position)
  )
  SELECT position::int FROM named n JOIN sessions s ON s.token_hash = n.hash WHERE ${activeSql('s')}
  UNION ALL
  SELECT position::int FROM named n JOIN sessions s ON s.id = n.id
  WHERE n.hash IS NULL AND to_timestamp(n.expires_at) > clock_timestamp() AND ${activeSql('s')}`;

/** Limit of concurrent lookups of unknown sessions; further ones are first checked in a batch. */
const MAX_LOOKUPS = 2;

/** Minimum extension of the idle expiry worth a write: this share of the idle time, at most so many seconds. */
const MIN_EXTENSION_SHARE = 0.01;
const MIN_EXTENSION_CAP_SECONDS = 15;
/** This many times the idle time is more than any extension, so that nothing is written. */
const NEVER_REACHED = 2;

/** The session that the credentials refer to. */
interface NamedSession {
  readonly hash: Buffer | null;
  readonly claims: LoginTokenClaims | null;
  readonly background: boolean;
}

/** The credentials of a call. */
export interface SessionCredentials {
  readonly token?: string;
  readonly cookie?: string;
  /** The call is made by an open page, not by a user's action: it does not extend the idle expiry. */
  readonly background?: boolean;
}

/** Authenticates callers: one statement reads session, user and grants and extends the idle expiry. */
@Injectable()
export class Authentication {
  private readonly recent = new RecentSessions();
  /** Number of lookups of unknown sessions in progress. */
  private lookups = 0;
  private readonly batcher = new Batcher<NamedSession, boolean>((sessions) => this.areActive(sessions));

  constructor(
    private readonly options: AuthOptions,
    private readonly database: Database,
    private readonly tokens: LoginTokens,
  ) {}

  /**
   * Returns the caller whose active session the credentials refer to, or null. All given credentials must refer to the same
   * session (D7). A disabled user has no active session.
   *
   * @param admit called with the user, before the lookup if this process knows the session; what it throws ends the call
   */
  async authenticate(
    { token, cookie, background = false }: SessionCredentials,
    admit: (userId: string) => void = () => undefined,
  ): Promise<Caller | null> {
    if (token === undefined && cookie === undefined) return null;
    const hash = cookie === undefined ? null : cookieHash(cookie);
    if (cookie !== undefined && !hash) return null;
    const claims = token === undefined ? null : await this.tokens.read(token);
    if (token !== undefined && !claims) return null;
    return this.findAdmitted({ hash, claims, background }, admit);
  }

  private async findAdmitted(session: NamedSession, admit: (userId: string) => void): Promise<Caller | null> {
    const key = keyOf(session);
    const userId = this.recent.userOf(key);
    if (userId !== undefined) admit(userId);
    const isExempt = userId !== undefined || this.database.holdsConnection;
    const caller = await (isExempt ? this.find(session) : this.findUnseen(session));
    if (!caller) this.recent.forget(key);
    else if (userId === undefined) {
      this.recent.add(key, caller.userId);
      admit(caller.userId);
    }
    return caller;
  }

  /**
   * Looks up a session that this process has not seen before. Anybody can make up cookies, and tokens outlive their
   * session, so together they occupy only a few connections.
   */
  private async findUnseen(session: NamedSession): Promise<Caller | null> {
    if (this.lookups >= MAX_LOOKUPS && !(await this.batcher.load(session))) return null;
    this.lookups += 1;
    try {
      return await this.find(session);
    } finally {
      this.lookups -= 1;
    }
  }

  private async areActive(sessions: readonly NamedSession[]): Promise<boolean[]> {
    const found = await this.database.query<{ position: number }>(ACTIVE, [
      sessions.map(({ hash }) => hash),
      sessions.map(({ claims }) => claims?.sessionId ?? null),
      sessions.map(({ claims }) => claims?.expiresAt ?? null),
    ]);
    const active = new Set(found.map(({ position }) => position));
    return sessions.map((_, index) => active.has(index + 1));
  }

  private async find({ hash, claims, background }: NamedSession): Promise<Caller | null> {
    const { idleSeconds } = this.options.session;
    const minExtension = background ? idleSeconds * NEVER_REACHED : minExtensionOf(idleSeconds);
    const { sessionId = null, userId = null, expiresAt = null } = claims ?? {};
    const [caller] = await this.database.query<Caller>(statementFor(hash !== null, claims !== null), [
      idleSeconds,
      minExtension,
      this.options.stepUpSeconds,
      hash,
      sessionId,
      userId,
      expiresAt,
    ]);
    return caller ?? null;
  }
}

/** Returns the key of RecentSessions: a token's includes its expiry, since an expired one names no session. */
function keyOf({ hash, claims }: NamedSession): string {
  return hash?.toString('latin1') ?? `${claims?.sessionId} ${claims?.expiresAt}`;
}

function minExtensionOf(idleSeconds: number): number {
  return Math.min(idleSeconds * MIN_EXTENSION_SHARE, MIN_EXTENSION_CAP_SECONDS);
}

/** The statement's four texts, built once: a new string would have to be hashed again to find its prepared statement. */
const STATEMENTS = [false, true].map((byCookie) =>
  [false, true].map((byToken) =>
    authenticationSql(`${byCookie ? BY_COOKIE : NO_COOKIE} AND ${byToken ? BY_TOKEN : NO_TOKEN}`),
  ),
);

function statementFor(byCookie: boolean, byToken: boolean): string {
  return STATEMENTS[Number(byCookie)]![Number(byToken)]!;
}

/**
 * Extends the idle expiry only by a minimum (D18), and skips a locked row: whoever holds the lock is extending or ending
 * the session.
 */
function authenticationSql(named: string): string {
  const idleExpiry = 'least(clock_timestamp() + make_interval(secs => $1), x.expires_at)';
  return `WITH found AS (
      SELECT s.id, s.user_id, s.last_mfa_at, ${freshSql('s', '$3')} AS fresh, u.email, u.display_name,
        ${workloadNameSql('u')} AS workload
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE ${named} AND ${activeSql('s')} AND NOT u.disabled
    ), extendable AS (
      SELECT x.id FROM sessions x WHERE x.id = (SELECT id FROM found) AND ${activeSql('x')}
        AND ${idleExpiry} - x.idle_expires_at >= make_interval(secs => $2) FOR NO KEY UPDATE SKIP LOCKED
    ), extended AS (
      UPDATE sessions x SET idle_expires_at = ${idleExpiry} FROM extendable WHERE x.id = extendable.id
    )
    SELECT user_id AS "userId", email, display_name AS "displayName", workload, id AS "sessionId",
      last_mfa_at AS "lastMfaAt", fresh AS "mfaFresh", ${grantsSql('found.user_id')} AS grants FROM found`;
}
