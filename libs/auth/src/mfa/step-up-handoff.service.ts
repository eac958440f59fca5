import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { SessionStore, type SignInFacts } from '../sessions/sessions.store.js';
import { RelyingParty } from './relying-party.js';
import { CHALLENGE_SECONDS, StepUpChallenges } from './step-up-challenges.js';
import { StepUpHandoffs } from './step-up-handoffs.js';
import { WebauthnFactorStore } from './webauthn-factors.store.js';

/** A challenge handed over to another session of the same user, with what that user is shown before they sign it. */
export interface HandedOverChallenge {
  /** The sign-in of the session that requested it. */
  readonly session: SignInFacts;
  /** The source address of the request. */
  readonly address: string | null;
  /** PublicKeyCredentialRequestOptionsJSON */
  readonly options: object;
  readonly expiresAt: Date;
}

/**
 * Lets a user sign the WebAuthn challenge of one session in a browser where they are signed in, too, and passes the
 * assertion back. The first session then responds to the challenge with it: nothing is verified or stamped here (D23).
 */
@Injectable()
export class StepUpHandoff {
  constructor(
    private readonly handoffs: StepUpHandoffs,
    private readonly challenges: StepUpChallenges,
    private readonly credentials: WebauthnFactorStore,
    private readonly relyingParty: RelyingParty,
    private readonly sessions: SessionStore,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Hands over a challenge of the caller's session. The handoff expires with the challenge.
   *
   * @throws DomainError mfa_challenge_expired for an unknown, used or other session's challenge, and one that is not WebAuthn
   */
  async open(
    caller: Caller,
    challengeId: string,
    address: string | null,
  ): Promise<{ handoffId: string; expiresAt: Date }> {
    const challenge = await this.challenges.find(caller, challengeId, 'webauthn');
    if (!challenge) throw authErrors.mfaChallengeExpired();
    const { userId, sessionId } = caller;
    const seconds = await this.secondsUntilEnd(challenge.openedAt);
    const handoffId = await this.handoffs.open({ userId, sessionId, challengeId, address }, seconds);
    return { handoffId, expiresAt: endOf(challenge.openedAt) };
  }

  /** Returns the challenge to sign. @throws DomainError step_up_handoff_gone, also for another user's */
  async inspect(caller: Caller, id: string): Promise<HandedOverChallenge> {
    const { handoff, challenge } = await this.handoffs.openOf(caller, id);
    const [answer, session, factors, seconds] = await Promise.all([
      this.handoffs.answerOf(id),
      this.sessions.signInFacts(handoff.sessionId),
      this.credentials.listUsable(caller.userId),
      this.secondsUntilEnd(challenge.openedAt),
    ]);
    if (answer || !session) throw authErrors.stepUpHandoffGone();
    const allowed = factors.filter(({ credentialId }) => challenge.credentialIds.includes(credentialId));
    const options = await this.relyingParty.requestOptions(allowed, seconds, challenge.nonce);
    return { session, address: handoff.address, options, expiresAt: endOf(challenge.openedAt) };
  }

  /**
   * Returns the assertion to the session that requested it, once; null while there is none.
   *
   * @throws DomainError step_up_handoff_gone, also for another session's
   */
  async collect(caller: Caller, id: string): Promise<object | null> {
    const { handoff } = await this.handoffs.openOf(caller, id);
    if (handoff.sessionId !== caller.sessionId) throw authErrors.stepUpHandoffGone();
    const response = await this.handoffs.answerOf(id);
    if (response && !(await this.handoffs.take(id))) throw authErrors.stepUpHandoffGone();
    return response;
  }

  private async secondsUntilEnd(openedAt: number): Promise<number> {
    const now = await this.clock.now();
    return Math.max(1, Math.ceil((endOf(openedAt).getTime() - now.getTime()) / 1000));
  }
}

const endOf = (openedAt: number): Date => new Date(openedAt + CHALLENGE_SECONDS * 1000);
