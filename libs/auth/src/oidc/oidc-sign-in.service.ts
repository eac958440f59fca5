import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import type { SignInOrigin } from '../auth.events.js';
import type { MintedSession } from '../sessions/sessions.service.js';
import { safeReturnTo, withSignInError } from './domain/return-to.js';
import { IdentityProvider } from './identity-provider.js';
import { oidcEvents } from './oidc.events.js';
import { FLOW_SECONDS, type PendingFlow, PendingFlows } from './pending-flows.js';
import { ProviderSignIn } from './provider-sign-in.service.js';
import { SignInRefused } from './sign-in-refused.js';

/** The URL to redirect to, and the cookie that binds the callback to this browser. */
export interface StartedSignIn {
  readonly redirectTo: string;
  readonly binding: string;
  readonly lifetimeSeconds: number;
}

/** A callback from the provider. */
export interface OidcCallbackRequest {
  readonly query: URLSearchParams;
  /** The value of the flow's cookie; undefined without one. */
  readonly binding: string | undefined;
}

/** The redirect after a callback, with the session when the callback created one. */
export interface OidcCallbackOutcome {
  readonly redirectTo: string;
  readonly session: MintedSession | null;
  /** False when the callback matched no flow of this browser; a pending flow then remains. */
  readonly flowEnded: boolean;
}

/** Sign-in at the identity provider: redirect and callback (docs/adr/0001). */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly database: Database,
    private readonly provider: IdentityProvider,
    private readonly flows: PendingFlows,
    private readonly signIn: ProviderSignIn,
    private readonly audit: Audit,
  ) {}

  /**
   * Starts a sign-in, or a step-up of the caller's session.
   *
   * @param request.returnTo unchecked; anything but a path on this origin becomes `/`
   * @throws DomainError dependency_unavailable while the provider is unreachable
   */
  async start(request: {
    returnTo: unknown;
    stepUp: boolean;
    caller: Caller | null;
  }): Promise<StartedSignIn> {
    const { caller, stepUp } = request;
    // Without the database the callback would fail after the user has signed in at the provider (D83).
    await this.database.ping();
    const { url, checks } = await this.provider.begin(stepUp);
    const binding = await this.flows.add({
      checks,
      returnTo: safeReturnTo(request.returnTo),
      stepUp: stepUp && caller ? { sessionId: caller.sessionId, userId: caller.userId } : null,
    });
    return { redirectTo: url, binding, lifetimeSeconds: FLOW_SECONDS };
  }

  /**
   * Completes a sign-in or step-up. A refusal redirects with a generic error; only the audit log has the reason (D21).
   *
   * @throws DomainError dependency_unavailable while the provider was never reached; errors of the database, the cache
   *   and the key service. Provider and database are checked before the flow and its code are consumed.
   */
  async complete(request: OidcCallbackRequest, origin: SignInOrigin): Promise<OidcCallbackOutcome> {
    await this.provider.ready();
    await this.database.ping();
    const flow = await this.claim(request);
    if (!flow) return { ...(await this.refuse(new SignInRefused('flow_unknown'), '/')), flowEnded: false };
    try {
      const tokens = await this.provider.redeem(request.query, flow.checks);
      const session = await this.signIn.admit(tokens, flow, origin);
      return { redirectTo: flow.returnTo, session, flowEnded: true };
    } catch (error) {
      if (error instanceof SignInRefused) return this.refuse(error, flow.returnTo);
      throw error;
    }
  }

  private async claim({ query, binding }: OidcCallbackRequest): Promise<PendingFlow | null> {
    const state = query.get('state');
    return state === null || binding === undefined ? null : this.flows.claim(state, binding);
  }

  private async refuse(refused: SignInRefused, returnTo: string): Promise<OidcCallbackOutcome> {
    await this.audit.recordDenial(oidcEvents.callbackDenied(refused));
    return { redirectTo: withSignInError(returnTo), session: null, flowEnded: true };
  }
}
