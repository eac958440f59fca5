import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EncryptedCacheEntries } from '../encrypted-cache-entries.js';
import { newOpaqueToken } from '../opaque-token.js';
import type { FlowChecks } from './identity-provider.js';

/** Time limit for signing in at the provider (D21). */
export const FLOW_SECONDS = 600;

/** A sign-in between redirect and callback. */
export interface PendingFlow {
  readonly checks: FlowChecks;
  readonly returnTo: string;
  /** The session to step up; null for a sign-in. Its SameSite=Strict cookie is not sent with the callback. */
  readonly stepUp: { readonly sessionId: string; readonly userId: string } | null;
}

/**
 * Stores flows in the cache, encrypted. The cache key covers the state and the browser's cookie, so that another browser
 * can neither read nor consume a flow.
 */
@Injectable()
export class PendingFlows {
  constructor(private readonly entries: EncryptedCacheEntries) {}

  /** Stores the flow and returns the cookie value that binds it to this browser. */
  async add(flow: PendingFlow): Promise<string> {
    const binding = newOpaqueToken();
    await this.entries.set(keyOf(flow.checks.state, binding), flow, FLOW_SECONDS);
    return binding;
  }

  /**
   * Consumes the flow; of concurrent calls exactly one gets it. It is decrypted first, so that an outage of the key service
   * does not lose it.
   */
  async claim(state: string, binding: string): Promise<PendingFlow | null> {
    const key = keyOf(state, binding);
    const flow = await this.entries.peek<PendingFlow>(key);
    return flow && (await this.entries.take(key)) ? flow : null;
  }
}

/** Hashes both, which are untrusted in a callback, to a key of fixed length and form. */
function keyOf(state: string, binding: string): string {
  return `oidc.flow:${createHash('sha256').update(`${binding}|${state}`).digest('hex')}`;
}
