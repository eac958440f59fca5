import { Body, Controller, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BackchannelLogout, OidcLogout } from '#libs/auth';
import { httpErrors } from '#libs/core';
import { Public, Unaudited } from '../access/access.js';
import { Credentials } from '../access/credentials.js';
import { Limited } from '../access/limit.js';
import { SessionCookie } from '../auth/session-cookie.js';
import { FormBody } from '../http/body-options.js';
import { Operation, Tag } from '../openapi/operation.js';
import { OidcLogoutResponse } from './oidc.dto.js';

/** Logout by the user, and by the identity provider. */
@Tag('auth')
@Public()
@Controller('auth/oidc')
export class OidcLogoutController {
  constructor(
    private readonly oidcLogout: OidcLogout,
    private readonly backchannelLogout: BackchannelLogout,
    private readonly credentials: Credentials,
    private readonly cookie: SessionCookie,
  ) {}

  /** Revokes the session and returns the provider's logout URL for the browser. */
  @Post('logout')
  @Unaudited('silent without a session')
  @Limited({ bucket: 'auth.oidc.logout', per: 'address', limit: 60, windowSeconds: 60 })
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Operation("Sign out, and get the identity provider's logout address", httpErrors.unauthenticated)
  async logout(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OidcLogoutResponse> {
    const caller = await this.credentials.callerIfAny(request);
    const logoutUrl = caller ? await this.oidcLogout.logout(caller) : null;
    this.cookie.clear(response);
    return { logout_url: logoutUrl };
  }

  /**
   * Revokes the sessions named by a logout token (OpenID Connect Back-Channel Logout 1.0). Other members of the form are
   * ignored (§2.5).
   */
  @Post('backchannel')
  @Unaudited('silent when no session is left to end')
  @Limited({ bucket: 'auth.oidc.backchannel', per: 'address', limit: 60, windowSeconds: 60 })
  @FormBody()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Operation('Receive a back-channel logout from the identity provider')
  async backchannel(@Body('logout_token') logoutToken: unknown): Promise<void> {
    await this.backchannelLogout.logout(typeof logoutToken === 'string' ? logoutToken : '');
  }
}
