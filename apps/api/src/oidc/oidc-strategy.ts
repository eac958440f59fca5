import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { type OidcCallbackOutcome, OidcSignIn } from '#libs/auth';
import { signInOrigin } from '../auth/sign-in-origin.js';
import { FlowCookie } from './flow-cookie.js';
import { RequestStrategy } from './request-strategy.js';

/** The name under which Passport knows sign-in at the provider. */
export const OIDC = 'oidc';

/**
 * The callback as Passport authenticates it. The strategy that comes with openid-client keeps its state in a
 * server session and sends no nonce; ours is in the cache, for one use (docs/adr/0001).
 */
@Injectable()
export class OidcStrategy extends PassportStrategy(RequestStrategy, OIDC) {
  constructor(
    private readonly signIn: OidcSignIn,
    private readonly cookie: FlowCookie,
  ) {
    super();
  }

  async validate(request: Request): Promise<OidcCallbackOutcome> {
    // Read here: Express makes lists of what comes twice, and the protocol wants it refused.
    const { searchParams: query } = new URL(request.originalUrl, 'http://here.invalid');
    return this.signIn.complete({ query, binding: this.cookie.read(request) }, signInOrigin(request));
  }
}
