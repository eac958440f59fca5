import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { Database } from '#libs/database';
import type { SignInOrigin } from '../auth.events.js';
import type { MintedSession } from '../sessions/sessions.service.js';
import { withSignInError } from './domain/return-to.js';
import { IdentityProvider } from './identity-provider.js';
import { oidcEvents } from './oidc.events.js';
import { type ParkedFlow, ParkedFlows } from './parked-flows.js';
import { ProviderSignIn } from './provider-sign-in.service.js';
import { SignInRefused } from './sign-in-refused.js';

/** What comes back from the provider through the browser. */
export interface OidcCallbackRequest {
  readonly query: URLSearchParams;
  /** The cookie's value; undefined when there is none. */
  readonly binding: string | undefined;
}

/** Where the browser goes; with a session when this callback made one. */
export interface OidcCallbackOutcome {
  readonly redirectTo: string;
  readonly session: MintedSession | null;
  /** False when the callback belonged to no flow of this browser: one that it has still waits. */
  readonly flowEnded: boolean;
}

/** Completes what a redirect to the provider began. */
@Injectable()
export class OidcCallback {
  constructor(
    private readonly database: Database,
    private readonly provider: IdentityProvider,
    private readonly flows: ParkedFlows,
    private readonly signIn: ProviderSignIn,
    private readonly audit: Audit,
  ) {}

  /**
   * Every refusal is a redirect that says only that it failed; the audit log says why (D21).
   *
   * @throws DomainError dependency_unavailable while the provider was never seen; an error of the database, the
   *   cache or the key service that is away. What was away before is met before the flow and its code are spent.
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

  private async claim({ query, binding }: OidcCallbackRequest): Promise<ParkedFlow | null> {
    const state = query.get('state');
    return state === null || binding === undefined ? null : this.flows.claim(state, binding);
  }

  private async refuse(refused: SignInRefused, returnTo: string): Promise<OidcCallbackOutcome> {
    await this.audit.recordDenial(oidcEvents.callbackDenied(refused));
    return { redirectTo: withSignInError(returnTo), session: null, flowEnded: true };
  }
}
