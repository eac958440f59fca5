import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import type { SignInParameters, SignInDecision } from './domain/sign-in-state.js';
import { hashOf, newOpaqueToken } from '../opaque-token.js';

/** Time limit for the decision. */
export const REQUEST_SECONDS = 300;
/** A decision outlives its request, so that no request can be decided twice. */
const DECISION_SECONDS = 2 * REQUEST_SECONDS;
const MAX_USER_CODES = 5;

/** What a command line reports about itself. */
export interface CliClient {
  readonly host: string;
  /** The operating system's user. */
  readonly user: string;
  readonly version: string;
}

/** A started command-line sign-in. */
export interface CliRequest extends SignInParameters {
  readonly state: string;
  readonly client: CliClient;
  /** The source address of the start. */
  readonly address: string | null;
  /** Null when a redirect returns the code. */
  readonly userCodeHash: string | null;
}

/** The refusal, or who allowed it in which session. */
export type CliDecision = Extract<SignInDecision, { refused: true }> | AllowedSignIn;
export type AllowedSignIn = Extract<SignInDecision, { refused: false }> & {
  readonly userId: string;
  readonly sessionId: string;
};

/**
 * Stores command-line sign-ins in the cache, encrypted and bound to their ids, which are not stored: write access to the
 * cache is not enough to read or forge a decision.
 */
@Injectable()
export class CliRequests {
  constructor(
    private readonly cache: Cache,
    private readonly entries: EncryptedCacheEntries,
  ) {}

  /** Stores a request and returns its id. */
  async open(request: CliRequest): Promise<string> {
    const id = newOpaqueToken();
    await this.entries.set(requestKey(id), request, REQUEST_SECONDS);
    return id;
  }

  async find(id: string): Promise<CliRequest | null> {
    return this.entries.peek<CliRequest>(requestKey(id));
  }

  async decisionOn(id: string): Promise<CliDecision | null> {
    return this.entries.peek<CliDecision>(decisionKey(id));
  }

  /** Stores the decision; of concurrent calls exactly one returns true. */
  async decide(id: string, decision: CliDecision): Promise<boolean> {
    return this.entries.add(decisionKey(id), decision, DECISION_SECONDS);
  }

  /** Allows another decision after one that could not be recorded. If the cache is unavailable, the decision stays. */
  async withdraw(id: string): Promise<void> {
    await this.cache.delete(decisionKey(id)).catch(() => undefined);
  }

  /** Counts an attempt before the typed code is compared. @returns false when no attempts are left */
  async takeTry(id: string): Promise<boolean> {
    const { count: tries } = await this.cache.increment(`cli.tries:${hashOf(id)}`, DECISION_SECONDS);
    return tries <= MAX_USER_CODES;
  }

  /** Consumes the request; of concurrent calls exactly one returns true. */
  async take(id: string): Promise<boolean> {
    return this.entries.take(requestKey(id));
  }
}

const requestKey = (id: string): string => `cli.request:${hashOf(id)}`;
const decisionKey = (id: string): string => `cli.decision:${hashOf(id)}`;
