import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import { hashOf } from '../opaque-token.js';
import { CHALLENGE_SECONDS } from './step-up-challenges.js';

/** A challenge whose answer a browser gives, for the session that opened it. */
export interface KeptHandoff {
  readonly userId: string;
  readonly sessionId: string;
  readonly challengeId: string;
  /** Where it was handed over from. */
  readonly address: string | null;
}

/** Keeps handed-over challenges and their answers in the cache, encrypted: who writes to the cache can't make one up. */
@Injectable()
export class StepUpHandoffs {
  constructor(private readonly entries: EncryptedCacheEntries) {}

  /** Keeps a hand-over for as long as its challenge lives, and returns its id. */
  async open(handoff: KeptHandoff, lifetimeSeconds: number): Promise<string> {
    const id = randomUUID();
    await this.entries.set(handoffKey(id), handoff, lifetimeSeconds);
    return id;
  }

  async find(id: string): Promise<KeptHandoff | null> {
    return this.entries.peek<KeptHandoff>(handoffKey(id));
  }

  /** Keeps the answer; of concurrent calls exactly one gets true. It outlives the hand-over, so that none is answered twice. */
  async answer(id: string, response: object): Promise<boolean> {
    return this.entries.add(answerKey(id), response, CHALLENGE_SECONDS);
  }

  /** Returns the answer without consuming it; null where there is none yet. */
  async answerOf(id: string): Promise<object | null> {
    return this.entries.peek(answerKey(id));
  }

  /** Ends the hand-over; of concurrent calls exactly one gets true. */
  async take(id: string): Promise<boolean> {
    return this.entries.take(handoffKey(id));
  }
}

const handoffKey = (id: string): string => `mfa.handoff:${hashOf(id)}`;
const answerKey = (id: string): string => `mfa.handoff-answer:${hashOf(id)}`;
