import { Body, Controller, Headers, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { authErrors, LocalSignIn, Sessions } from '#libs/auth';
import type { Caller } from '#libs/permissions';
import { BeforeMfa, ForWorkloads, Public, SignedIn, Unaudited } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { Reserved } from '../load/shedding-marks.js';
import { Operation, ReadsHeaders, Tag } from '../openapi/operation.js';
import { SessionCookie } from './session-cookie.js';
import { signInOrigin } from './sign-in-origin.js';
import { LoginBody, LoginResponse } from './sign-in.dto.js';

@Tag('auth')
@Controller('auth')
export class SignInController {
  constructor(
    private readonly localSignIn: LocalSignIn,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
  ) {}

  /** With the header `Countersign-Session: cookie`, the response has the cookie and no token. */
  @Post('login')
  @Public()
  @Limited({ bucket: 'auth.login', per: 'address', limit: 30, windowSeconds: 60 })
  @HttpCode(200)
  @ReadsHeaders('Session')
  @Operation('Sign in with email and password', authErrors.invalidCredentials)
  async login(
    @Body() body: LoginBody,
    @Headers('countersign-session') carrier: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoginResponse> {
    const signedIn = await this.localSignIn.signIn(body, signInOrigin(request));
    response.setHeader('Cache-Control', 'no-store');
    this.cookie.set(response, signedIn.session.cookie, signedIn.session.expiresAt);
    const { token, ...rest } = LoginResponse.of(signedIn);
    return carrier === 'cookie' ? rest : { token, ...rest };
  }

  @Post('logout')
  @Unaudited('silent when the session has ended already')
  @SignedIn()
  @BeforeMfa()
  @Reserved()
  @HttpCode(204)
  @ForWorkloads()
  @Operation('Sign out')
  async logout(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.logout(caller);
    this.cookie.clear(response);
  }
}
