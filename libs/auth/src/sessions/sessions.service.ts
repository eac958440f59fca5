import { Injectable } from '@nestjs/common';
import { type Actor, actorOf, Audit } from '#libs/audit';
import { Database, type Tx } from '#libs/database';
import { newId, type Page, type PageRequest } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { AuthOptions } from '../auth-options.js';
import { authErrors } from '../auth.errors.js';
import { authEvents, type SignInOrigin } from '../auth.events.js';
import { cookieHash, newOpaqueToken } from '../opaque-token.js';
import { LoginTokens } from './login-tokens.js';
import { type NewSession, type OwnSession, SessionStore } from './sessions.store.js';

/** A session with its plain cookie value, which is not stored. */
export type MintedSession = NewSession & { readonly userId: string; readonly cookie: string };

/** A token that is equivalent to its session's cookie. */
export interface LoginToken {
  readonly token: string;
  readonly tokenExpiresAt: Date;
}

/** Maximum lifetime of a workload's session. */
const WORKLOAD_SECONDS = 900;

/** Creates and ends sessions. */
@Injectable()
export class Sessions {
  constructor(
    private readonly options: AuthOptions,
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly tokens: LoginTokens,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates a session; null when the user is disabled. The browser's previous session, if any, is not ended.
   *
   * @param id a fixed one where a sign-in must not be admitted twice: the second insert violates the primary key
   */
  async mint(tx: Tx, userId: string, origin: SignInOrigin, id = newId()): Promise<MintedSession | null> {
    return this.insert(tx, { id, userId, workloadTokenHash: null }, origin);
  }

  /**
   * Creates the session for a workload's token; null when the token was exchanged before, or the workload is disabled.
   *
   * @param tokenHash hash of the token's signing input, which is accepted once
   */
  async mintOfWorkload(
    tx: Tx,
    userId: string,
    tokenHash: Buffer,
    origin: SignInOrigin,
  ): Promise<MintedSession | null> {
    return this.insert(tx, { id: newId(), userId, workloadTokenHash: tokenHash }, origin);
  }

  /** Returns the login token of a new session; it expires no later than the session. */
  async tokenOf(session: MintedSession): Promise<LoginToken> {
    const { id, userId, issuedAt, tokenExpiresAt: expiresAt } = session;
    const token = await this.tokens.sign({ sessionId: id, userId, issuedAt, expiresAt });
    return { token, tokenExpiresAt: new Date(expiresAt * 1000) };
  }

  /** Ends the caller's session, with immediate effect in every process. */
  async logout(caller: Caller): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.sessions.revoke(tx, caller.sessionId, 'logout'))) return;
      await this.audit.record(tx, authEvents.loggedOut(actorOf(caller), caller.sessionId));
    });
  }

  /** Returns a page of the caller's active sessions, oldest first. */
  async listOwn(caller: Caller, page: PageRequest): Promise<Page<OwnSession>> {
    return this.sessions.listActive(caller.userId, page);
  }

  /** Ends one of the caller's sessions, possibly the current one. @throws DomainError session_not_found */
  async endOwn(caller: Caller, id: string): Promise<void> {
    const { userId } = caller;
    await this.database.transaction(async (tx) => {
      if (!(await this.sessions.revokeActive(tx, userId, id, 'user'))) throw authErrors.sessionNotFound();
      await this.audit.record(tx, authEvents.sessionRevoked(actorOf(caller), id, userId, 'user'));
    });
  }

  /** Ends and records every session of the caller except the current one. */
  async endOthers(tx: Tx, caller: Caller, reason: string): Promise<void> {
    const { userId, sessionId } = caller;
    const ended = await this.sessions.revokeOthers(tx, userId, sessionId, reason);
    const actor = actorOf(caller);
    await this.audit.record(tx, ...ended.map((id) => authEvents.sessionRevoked(actor, id, userId, reason)));
  }

  /** Ends one session; records it only if this call ended it. */
  async revoke(tx: Tx, session: { id: string; userId: string }, reason: string, actor: Actor): Promise<void> {
    if (!(await this.sessions.revoke(tx, session.id, reason))) return;
    await this.audit.record(tx, authEvents.sessionRevoked(actor, session.id, session.userId, reason));
  }

  /** Ends and records every session of the user. */
  async revokeAll(tx: Tx, userId: string, reason: string, actor: Actor): Promise<void> {
    const ended = await this.sessions.revokeAll(tx, userId, reason);
    await this.audit.record(tx, ...ended.map((id) => authEvents.sessionRevoked(actor, id, userId, reason)));
  }

  private async insert(
    tx: Tx,
    session: { id: string; userId: string; workloadTokenHash: Buffer | null },
    { ip, userAgent }: SignInOrigin,
  ): Promise<MintedSession | null> {
    const cookie = newOpaqueToken();
    const { absoluteSeconds, idleSeconds } = this.options.session;
    const isWorkload = session.workloadTokenHash !== null;
    const inserted = await this.sessions.insert(
      tx,
      { ...session, tokenHash: cookieHash(cookie)!, ip, userAgent },
      {
        absoluteSeconds: isWorkload ? Math.min(absoluteSeconds, WORKLOAD_SECONDS) : absoluteSeconds,
        idleSeconds,
        tokenSeconds: this.options.jwt.tokenTtlSeconds,
      },
    );
    return inserted && { ...inserted, userId: session.userId, cookie };
  }
}
