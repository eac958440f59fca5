import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SealedEntries } from '../sealed-entries.js';
import type { FlowChecks } from './identity-provider.js';

/** How long somebody may take at the provider (D21). */
export const FLOW_SECONDS = 600;

/** A sign-in between its redirect and its callback. */
export interface ParkedFlow {
  readonly checks: FlowChecks;
  readonly returnTo: string;
  /** The session that steps up; null for a sign-in. A SameSite=Strict cookie does not come with the callback. */
  readonly stepUp: { readonly sessionId: string; readonly userId: string } | null;
}

/**
 * Flows wait in the cache, sealed. The key holds state and browser cookie, so that another browser finds nothing
 * and takes nothing away.
 */
@Injectable()
export class ParkedFlows {
  constructor(private readonly entries: SealedEntries) {}

  /** Gives the value of the cookie that binds the flow to this browser. */
  async park(flow: ParkedFlow): Promise<string> {
    const binding = randomBytes(32).toString('base64url');
    await this.entries.set(keyOf(flow.checks.state, binding), flow, FLOW_SECONDS);
    return binding;
  }

  /**
   * Consumes the flow: of any number of callers exactly one gets it. It is opened before it is taken, so that
   * nothing is lost when the key service is away.
   */
  async claim(state: string, binding: string): Promise<ParkedFlow | null> {
    const key = keyOf(state, binding);
    const flow = await this.entries.peek<ParkedFlow>(key);
    return flow && (await this.entries.take(key)) ? flow : null;
  }
}

/** Both are somebody else's input when they come back, so the key is of one length and form. */
function keyOf(state: string, binding: string): string {
  return `oidc.flow:${createHash('sha256').update(`${binding}|${state}`).digest('hex')}`;
}
