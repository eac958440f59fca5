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
 * Authenticates the callback. The strategy of openid-client keeps its state in a server session and sends no nonce; ours
 * is in the cache, for one use (docs/adr/0001).
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
    // Not `request.query`, where Express turns repeated parameters into lists: the protocol requires them to be refused.
    const { searchParams: query } = new URL(request.originalUrl, 'http://here.invalid');
    return this.signIn.complete({ query, binding: this.cookie.read(request) }, signInOrigin(request));
  }
}
