import { Injectable } from '@nestjs/common';
import { Audit, AuditedRefusal } from '#libs/audit';
import { Database, violates } from '#libs/database';
import { type User, UserReadModel } from '#libs/users';
import { type LoginToken, Sessions } from '../sessions/sessions.service.js';
import { SessionStore } from '../sessions/sessions.store.js';
import { cliErrors } from './cli.errors.js';
import { cliEvents } from './cli.events.js';
import { type AllowedSignIn, type CliDecision, type CliRequest, CliRequests } from './cli-requests.js';
import { sessionIdOf } from './domain/session-id.js';
import { signInStateOf } from './domain/sign-in-state.js';
import { hashOf } from '../opaque-token.js';

/** A signed-in command line, with a session of its own. */
export interface SignedInCli extends LoginToken {
  readonly user: User;
}

/** Issues the token of an allowed command-line sign-in. */
@Injectable()
export class CliRedemption {
  constructor(
    private readonly requests: CliRequests,
    private readonly database: Database,
    private readonly sessions: Sessions,
    private readonly store: SessionStore,
    private readonly users: UserReadModel,
    private readonly audit: Audit,
  ) {}

  /**
   * Redeems a sign-in, once. A retry after a lost response fails with cli_sign_in_gone.
   *
   * @param claim.code the code from the redirect; null without one
   * @returns null while the decision is pending
   * @throws DomainError cli_sign_in_gone, cli_sign_in_refused, cli_sign_in_mismatch
   */
  async redeem(
    claim: { requestId: string; code: string | null; verifier: string },
    ip: string | null,
  ): Promise<SignedInCli | null> {
    const { requestId, code, verifier } = claim;
    const [request, decision] = await Promise.all([
      this.requests.find(requestId),
      this.requests.decisionOn(requestId),
    ]);
    const state = signInStateOf(request, decision, { verifier, codeHash: code && hashOf(code) });
    if (state === 'pending') return null;
    if (state === 'refused') throw cliErrors.refused();
    if (!request || state === 'gone') throw cliErrors.gone();
    if (state === 'mismatched') return this.end(requestId, request, decision);
    // Checked before the request is consumed.
    await this.database.ping();
    if (!(await this.requests.take(requestId))) throw cliErrors.gone();
    return this.admit(requestId, request, decision as AllowedSignIn, ip);
  }

  /** Ends the request: whoever knows its id without the verifier could keep guessing, so there is no second attempt. */
  private async end(id: string, request: CliRequest, decision: CliDecision | null): Promise<never> {
    const ended = await this.requests.take(id);
    if (!ended || !decision || decision.refused) throw cliErrors.mismatch();
    return this.audit.refuse(cliErrors.mismatch(), cliEvents.denied(request, decision.userId, 'mismatch'));
  }

  /** A cache failover can restore a consumed request: then its session exists already, active or ended. */
  private async admit(
    requestId: string,
    request: CliRequest,
    allowed: AllowedSignIn,
    ip: string | null,
  ): Promise<SignedInCli> {
    try {
      return await this.signIn(sessionIdOf(requestId), request, allowed, ip);
    } catch (error) {
      throw violates(error, 'pk_sessions') ? cliErrors.gone() : error;
    }
  }

  /**
   * Requires that the session which allowed the sign-in is still active: ending a user's sessions ends pending
   * sign-ins, too.
   */
  private async signIn(
    id: string,
    request: CliRequest,
    { userId, sessionId: allowedBy }: AllowedSignIn,
    ip: string | null,
  ): Promise<SignedInCli> {
    const deny = (kind: 'user_disabled' | 'session_ended'): AuditedRefusal =>
      new AuditedRefusal(cliErrors.gone(), cliEvents.denied(request, userId, kind));
    const { session, user } = await this.database.transaction(async (tx) => {
      const session = await this.sessions.mint(tx, userId, { ip, userAgent: userAgentOf(request) }, id);
      const user = session && (await this.users.find(tx, userId));
      if (!user) throw deny('user_disabled');
      if (!(await this.store.lockForShare(tx, allowedBy))) throw deny('session_ended');
      await this.store.copyProviderSession(tx, allowedBy, session.id);
      await this.audit.record(tx, cliEvents.signedIn(request, { id: session.id, userId, allowedBy, ip }));
      return { session, user };
    });
    return { ...(await this.sessions.tokenOf(session)), user };
  }
}

/** Returns the user agent under which the session is listed to its owner. */
function userAgentOf({ client: { host, user, version } }: CliRequest): string {
  return `countersign-cli/${version} (${user} on ${host})`;
}
