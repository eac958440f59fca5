import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import type { Caller } from '#libs/permissions';
import { authErrors } from '../auth.errors.js';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import { hashOf } from '../opaque-token.js';
import { CHALLENGE_SECONDS, type StepUpChallenge, StepUpChallenges } from './step-up-challenges.js';

/** A challenge that is signed in a browser, for the session that opened it. */
export interface StoredHandoff {
  readonly userId: string;
  readonly sessionId: string;
  readonly challengeId: string;
  /** The source address of the request. */
  readonly address: string | null;
}

/** A handoff whose challenge has not expired. */
export interface OpenHandoff {
  readonly handoff: StoredHandoff;
  readonly challenge: Extract<StepUpChallenge, { kind: 'webauthn' }>;
}

/** Stores handoffs and their assertions in the cache, encrypted: write access to the cache is not enough to forge one. */
@Injectable()
export class StepUpHandoffs {
  constructor(
    private readonly cache: Cache,
    private readonly entries: EncryptedCacheEntries,
    private readonly challenges: StepUpChallenges,
  ) {}

  /** Stores a handoff for the remaining lifetime of its challenge, and returns its id. */
  async open(handoff: StoredHandoff, lifetimeSeconds: number): Promise<string> {
    const id = randomUUID();
    await this.entries.set(handoffKey(id), handoff, lifetimeSeconds);
    return id;
  }

  /**
   * Returns the caller's handoff and its challenge.
   *
   * @throws DomainError step_up_handoff_gone, also for another user's
   */
  async openOf(caller: Caller, id: string): Promise<OpenHandoff> {
    const handoff = await this.entries.peek<StoredHandoff>(handoffKey(id));
    if (handoff?.userId !== caller.userId) throw authErrors.stepUpHandoffGone();
    const challenge = await this.challenges.find(handoff, handoff.challengeId, 'webauthn');
    if (!challenge) throw authErrors.stepUpHandoffGone();
    return { handoff, challenge };
  }

  /**
   * Reserves the answer; of concurrent calls exactly one returns true. The reservation outlives the handoff.
   */
  async claim(id: string): Promise<boolean> {
    return this.cache.add(claimKey(id), '', CHALLENGE_SECONDS);
  }

  /** Allows another answer after one that failed. If the cache is unavailable, the handoff stays unanswered. */
  async release(id: string): Promise<void> {
    await this.cache.delete(claimKey(id)).catch(() => undefined);
  }

  /** Stores the assertion of whoever has claimed the answer. */
  async answer(id: string, response: object): Promise<void> {
    await this.entries.set(answerKey(id), response, CHALLENGE_SECONDS);
  }

  /** Returns the assertion without consuming it; null while there is none. */
  async answerOf(id: string): Promise<object | null> {
    return this.entries.peek(answerKey(id));
  }

  /** Consumes the handoff; of concurrent calls exactly one returns true. */
  async take(id: string): Promise<boolean> {
    return this.entries.take(handoffKey(id));
  }
}

const handoffKey = (id: string): string => `mfa.handoff:${hashOf(id)}`;
const claimKey = (id: string): string => `mfa.handoff-claim:${hashOf(id)}`;
const answerKey = (id: string): string => `mfa.handoff-answer:${hashOf(id)}`;
