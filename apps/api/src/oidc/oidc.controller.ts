import { Controller, Get, Query, Req, Res, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { type OidcCallbackOutcome, OidcSignIn } from '#libs/auth';
import { httpErrors } from '#libs/core';
import { NoHead, Public, Unaudited } from '../access/access.js';
import { Credentials } from '../access/credentials.js';
import { Limited } from '../access/limit.js';
import { SessionCookie } from '../auth/session-cookie.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { FlowCookie } from './flow-cookie.js';
import { OIDC } from './oidc-strategy.js';

/** Redirects the browser to the provider for a sign-in, and receives it back. */
@Tag('auth')
@Public()
@Controller('auth/oidc')
export class OidcController {
  constructor(
    private readonly signIn: OidcSignIn,
    private readonly credentials: Credentials,
    private readonly sessionCookie: SessionCookie,
    private readonly flowCookie: FlowCookie,
  ) {}

  /**
   * `return_to` is a path on this origin and defaults to `/`; `step_up=true` requests a fresh strong authentication for
   * the current session.
   */
  @Get('start')
  @Unaudited('nobody has signed in yet')
  @NoHead()
  @Limited({ bucket: 'auth.oidc.start', per: 'address', limit: 60, windowSeconds: 60 })
  @Operation(
    'Redirect the browser to the identity provider',
    httpErrors.dependencyUnavailable,
    httpErrors.unauthenticated,
  )
  @Answers(302, "Redirect to the provider's sign-in page.")
  async start(
    @Query('return_to') returnTo: unknown,
    @Query('step_up') stepUp: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const wantsStepUp = stepUp === 'true';
    const caller = wantsStepUp ? await this.credentials.callerIfAny(request) : null;
    const started = await this.signIn.start({ returnTo, stepUp: wantsStepUp, caller });
    this.flowCookie.set(response, started.binding, started.lifetimeSeconds);
    response.set('Cache-Control', 'no-store').redirect(302, started.redirectTo);
  }

  /** Completes the sign-in and redirects the browser; after a failure with `?error=sign_in_failed`. */
  @Get('callback')
  @Unaudited('the sign-in is recorded in the guard, before the handler is counted')
  @NoHead()
  @Limited({ bucket: 'auth.oidc.callback', per: 'address', limit: 60, windowSeconds: 60 })
  @UseGuards(AuthGuard(OIDC))
  @Operation('Receive the browser from the identity provider', httpErrors.dependencyUnavailable)
  @Answers(302, 'Redirect to `return_to`, signed in or with `error=sign_in_failed`.')
  callback(@Req() request: Request & { user: OidcCallbackOutcome }, @Res() response: Response): void {
    const { redirectTo, session, flowEnded } = request.user;
    if (flowEnded) this.flowCookie.clear(response);
    if (session) this.sessionCookie.set(response, session.cookie, session.expiresAt);
    response.set('Cache-Control', 'no-store').redirect(302, redirectTo);
  }
}
