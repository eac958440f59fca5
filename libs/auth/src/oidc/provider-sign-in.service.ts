import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { ProviderAccounts, type ProviderIdentity } from '#libs/users';
import type { SignInOrigin } from '../auth.events.js';
import { type MintedSession, Sessions } from '../sessions/sessions.service.js';
import { readIdentity } from './domain/identity-claims.js';
import { GroupRoles, type GroupRolesFound } from './group-roles.service.js';
import type { ProviderTokens } from './identity-provider.js';
import type { PendingFlow } from './pending-flows.js';
import { ProviderSessions, type SealedTokens } from './provider-sessions.service.js';
import { SignInRefused } from './sign-in-refused.js';

interface Arrival {
  readonly identity: ProviderIdentity;
  readonly groups: GroupRolesFound;
  readonly tokens: SealedTokens;
}

/** Signs the provider's user in: creates a session, or steps up the one that started the flow. */
@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly database: Database,
    private readonly accounts: ProviderAccounts,
    private readonly sessions: Sessions,
    private readonly providerSessions: ProviderSessions,
    private readonly groups: GroupRoles,
  ) {}

  /**
   * Signs in or steps up.
   *
   * @param tokens verified
   * @returns the new session; null after a step-up
   * @throws SignInRefused
   */
  async admit(
    tokens: ProviderTokens,
    flow: PendingFlow,
    origin: SignInOrigin,
  ): Promise<MintedSession | null> {
    const identity = readIdentity(tokens.claims);
    if (!identity) throw new SignInRefused('token_invalid', 'sub');
    const arrival = {
      identity,
      groups: await this.groups.find(tokens),
      tokens: await this.providerSessions.seal(tokens, identity),
    };
    return this.database.transaction(async (tx) => {
      if (!flow.stepUp) return this.enter(tx, arrival, origin);
      await this.stepUp(tx, arrival, flow.stepUp);
      return null;
    });
  }

  private async enter(tx: Tx, arrival: Arrival, origin: SignInOrigin): Promise<MintedSession> {
    const { user, by } = await this.accounts.match(tx, arrival.identity);
    const session = await this.sessions.mint(tx, user.id, origin);
    if (!session) throw new SignInRefused('user_disabled', null, user.id);
    await this.providerSessions.attach(tx, session, arrival.tokens, by);
    await this.groups.apply(tx, user.id, arrival.groups);
    return session;
  }

  /** A step-up that returns with another subject changes neither user's sessions (D81). */
  private async stepUp(
    tx: Tx,
    arrival: Arrival,
    { sessionId, userId }: NonNullable<PendingFlow['stepUp']>,
  ): Promise<void> {
    const { issuer, subject } = arrival.identity;
    const user = await this.accounts.lockBySubject(tx, issuer, subject);
    if (user?.id !== userId) throw new SignInRefused('subject_mismatch', null, userId);
    if (user.disabled) throw new SignInRefused('user_disabled', null, userId);
    await this.providerSessions.attach(tx, { id: sessionId, userId }, arrival.tokens, 'step_up');
    await this.groups.apply(tx, userId, arrival.groups);
  }
}
