import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import type { Begun, Decided } from './domain/standing.js';
import { hashOf, newOpaqueToken } from '../opaque-token.js';

/** How long a person has to decide. */
export const REQUEST_SECONDS = 300;
/** A decision outlives its request, so that none is ever decided twice. */
const DECISION_SECONDS = 2 * REQUEST_SECONDS;
const MOST_USER_CODES = 5;

/** What a command line says of itself. */
export interface CliClient {
  readonly host: string;
  /** The account on that machine. */
  readonly user: string;
  readonly version: string;
}

/** A sign-in that a command line has begun. */
export interface CliRequest extends Begun {
  readonly state: string;
  readonly client: CliClient;
  /** Where it was begun from. */
  readonly address: string | null;
  /** Null with a redirect. */
  readonly userCodeHash: string | null;
}

/** Who allowed it and in which session, or that it was refused. */
export type CliDecision = Extract<Decided, { refused: true }> | AllowedSignIn;
export type AllowedSignIn = Extract<Decided, { refused: false }> & {
  readonly userId: string;
  readonly sessionId: string;
};

/**
 * Keeps sign-ins of command lines in the cache, encrypted and bound to their ids, which are not stored: whoever can write
 * to the cache can neither read nor make up a decision.
 */
@Injectable()
export class CliRequests {
  constructor(
    private readonly cache: Cache,
    private readonly entries: EncryptedCacheEntries,
  ) {}

  /** Keeps a request and returns its id. */
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

  /** Keeps a decision; of concurrent calls exactly one gets true. */
  async decide(id: string, decision: CliDecision): Promise<boolean> {
    return this.entries.add(decisionKey(id), decision, DECISION_SECONDS);
  }

  /** Counts a typed code before it is compared. @returns false when none are left */
  async takeTry(id: string): Promise<boolean> {
    const tries = await this.cache.increment(`cli.tries:${hashOf(id)}`, DECISION_SECONDS);
    return tries <= MOST_USER_CODES;
  }

  /** Ends the request; of concurrent calls exactly one gets true. */
  async take(id: string): Promise<boolean> {
    return this.entries.take(requestKey(id));
  }
}

const requestKey = (id: string): string => `cli.request:${hashOf(id)}`;
const decisionKey = (id: string): string => `cli.decision:${hashOf(id)}`;
