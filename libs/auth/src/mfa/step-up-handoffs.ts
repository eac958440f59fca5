import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import { hashOf } from '../opaque-token.js';
import { CHALLENGE_SECONDS } from './step-up-challenges.js';

/** A challenge that is signed in a browser, for the session that opened it. */
export interface StoredHandoff {
  readonly userId: string;
  readonly sessionId: string;
  readonly challengeId: string;
  /** The source address of the request. */
  readonly address: string | null;
}

/** Stores handoffs and their assertions in the cache, encrypted: write access to the cache is not enough to forge one. */
@Injectable()
export class StepUpHandoffs {
  constructor(private readonly entries: EncryptedCacheEntries) {}

  /** Stores a handoff for the remaining lifetime of its challenge, and returns its id. */
  async open(handoff: StoredHandoff, lifetimeSeconds: number): Promise<string> {
    const id = randomUUID();
    await this.entries.set(handoffKey(id), handoff, lifetimeSeconds);
    return id;
  }

  async find(id: string): Promise<StoredHandoff | null> {
    return this.entries.peek<StoredHandoff>(handoffKey(id));
  }

  /**
   * Stores the assertion; of concurrent calls exactly one returns true. It outlives the handoff, so that none is used
   * twice.
   */
  async answer(id: string, response: object): Promise<boolean> {
    return this.entries.add(answerKey(id), response, CHALLENGE_SECONDS);
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
const answerKey = (id: string): string => `mfa.handoff-answer:${hashOf(id)}`;
