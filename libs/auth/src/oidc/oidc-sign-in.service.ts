import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { safeReturnTo } from './domain/return-to.js';
import { IdentityProvider } from './identity-provider.js';
import { FLOW_SECONDS, ParkedFlows } from './parked-flows.js';

/** A browser's way to the provider, and the cookie that binds the way back to it. */
export interface StartedSignIn {
  readonly redirectTo: string;
  readonly binding: string;
  readonly lifetimeSeconds: number;
}

/** Sends browsers to the identity provider. */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly database: Database,
    private readonly provider: IdentityProvider,
    private readonly flows: ParkedFlows,
  ) {}

  /**
   * Starts a sign-in, or a step-up of the caller's session.
   *
   * @param request.returnTo anything; what is not a path on this origin becomes `/`
   * @throws DomainError dependency_unavailable while the provider is away
   */
  async start(request: {
    returnTo: unknown;
    stepUp: boolean;
    caller: Caller | null;
  }): Promise<StartedSignIn> {
    const { caller, stepUp } = request;
    // Nobody is sent to a provider from where there is no way back in (D83).
    await this.database.ping();
    const { url, checks } = await this.provider.begin(stepUp);
    const binding = await this.flows.park({
      checks,
      returnTo: safeReturnTo(request.returnTo),
      stepUp: stepUp && caller ? { sessionId: caller.sessionId, userId: caller.userId } : null,
    });
    return { redirectTo: url, binding, lifetimeSeconds: FLOW_SECONDS };
  }
}
