import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cache } from '#libs/cache';
import { KeyService, KeyServiceError, openBlob, sealBlob } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
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
 * Flows wait in the cache, encrypted by the key service. The key holds state and browser cookie, so that
 * another browser finds nothing and takes nothing away.
 */
@Injectable()
export class ParkedFlows {
  constructor(
    private readonly cache: Cache,
    private readonly keys: KeyService,
  ) {}

  /** Gives the value of the cookie that binds the flow to this browser. */
  async park(flow: ParkedFlow): Promise<string> {
    const binding = randomBytes(32).toString('base64url');
    const key = keyOf(flow.checks.state, binding);
    const bytes = SecretBytes.fromUtf8(JSON.stringify(flow));
    const sealed = await sealBlob(bytes, key, this.keys);
    bytes.wipe();
    await this.cache.set(key, sealed, FLOW_SECONDS);
    return binding;
  }

  /**
   * Consumes the flow: of any number of callers exactly one gets it. It is opened before it is taken, so that
   * nothing is lost when the key service is away.
   */
  async claim(state: string, binding: string): Promise<ParkedFlow | null> {
    const key = keyOf(state, binding);
    const sealed = await this.cache.get(key);
    const flow = sealed && (await this.open(sealed.toString('utf8'), key));
    return flow && (await this.cache.take(key)) ? flow : null;
  }

  /** What does not open was not parked by us, or the master key is another since: as good as gone. */
  private async open(sealed: string, key: string): Promise<ParkedFlow | null> {
    try {
      const bytes = await openBlob(sealed, key, this.keys);
      const text = Buffer.from(bytes.reveal()).toString('utf8');
      bytes.wipe();
      return JSON.parse(text) as ParkedFlow;
    } catch (error) {
      if (error instanceof KeyServiceError && error.reason === 'undecryptable') return null;
      throw error;
    }
  }
}

/** Both are somebody else's input when they come back, so the key is of one length and form. */
function keyOf(state: string, binding: string): string {
  return `oidc.flow:${createHash('sha256').update(`${binding}|${state}`).digest('hex')}`;
}
