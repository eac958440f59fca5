import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { authErrors, cliErrors, CliRedemption, CliSignIn } from '#libs/auth';
import type { Caller } from '#libs/permissions';
import { FreshMfaWhenStrict, Public, SignedIn, Unaudited } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { requireBrowserSession } from './browser-session.js';
import { ConsolePages } from './console-pages.js';
import {
  AllowCliSignInBody,
  CliRedirectResponse,
  CliRequestBody,
  CliRequestResponse,
  CliTokenResponse,
  RedeemCliSignInBody,
  StartCliSignInBody,
  StartedCliSignInResponse,
} from './cli-sign-in.dto.js';
import { signInOrigin } from './sign-in-origin.js';

/** Sign-in of the command line through a browser. */
@Tag('auth')
@Controller('auth/cli')
export class CliSignInController {
  constructor(
    private readonly signIn: CliSignIn,
    private readonly redemption: CliRedemption,
    private readonly pages: ConsolePages,
  ) {}

  @Post('start')
  @Public()
  @Unaudited('nobody has signed in yet')
  @Limited({ bucket: 'auth.cli.start', per: 'address', limit: 30, windowSeconds: 60 })
  @HttpCode(200)
  @Operation('Start a command-line sign-in through a browser', cliErrors.deviceSignInDisabled)
  async start(@Body() body: StartCliSignInBody, @Req() request: Request): Promise<StartedCliSignInResponse> {
    const { code_challenge: challenge, redirect_uri: redirectUri = null, state, client } = body;
    const begun = await this.signIn.begin(
      { challenge, redirectUri, state, client },
      signInOrigin(request).ip,
    );
    return StartedCliSignInResponse.of(begun, this.pages);
  }

  @Post('inspect')
  @SignedIn()
  @Unaudited('it reads what a person is asked')
  @Limited({ bucket: 'auth.cli.inspect', per: 'user', limit: 60, windowSeconds: 60 })
  @HttpCode(200)
  @Operation('Get a pending command-line sign-in', cliErrors.gone)
  async inspect(@Body() body: CliRequestBody): Promise<CliRequestResponse> {
    return CliRequestResponse.of(await this.signIn.inspect(body.request_id));
  }

  /** Requires the session of a browser; tokens are refused. */
  @Post('allow')
  @SignedIn()
  @FreshMfaWhenStrict()
  @Unaudited('nothing exists until the command line redeems it, which is audited')
  @Limited({ bucket: 'auth.cli.allow', per: 'user', limit: 30, windowSeconds: 60 })
  @HttpCode(200)
  @Answers(204, 'Approved; the command line redeems the sign-in.')
  @Operation(
    'Approve a command-line sign-in for the caller',
    authErrors.stepUpRequired(900),
    cliErrors.gone,
    cliErrors.userCodeInvalid,
    cliErrors.browserSessionRequired,
  )
  async allow(
    @CurrentCaller() caller: Caller,
    @Body() body: AllowCliSignInBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CliRedirectResponse | undefined> {
    requireBrowserSession(request);
    return sentTo(await this.signIn.allow(caller, body.request_id, body.user_code ?? null), response);
  }

  /** Requires the session of a browser; tokens are refused. */
  @Post('refuse')
  @SignedIn()
  @Limited({ bucket: 'auth.cli.refuse', per: 'user', limit: 30, windowSeconds: 60 })
  @HttpCode(200)
  @Answers(204, 'Refused; the command line is told when it redeems the sign-in.')
  @Operation('Refuse a command-line sign-in', cliErrors.gone, cliErrors.browserSessionRequired)
  async refuse(
    @CurrentCaller() caller: Caller,
    @Body() body: CliRequestBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CliRedirectResponse | undefined> {
    requireBrowserSession(request);
    return sentTo(await this.signIn.refuse(caller, body.request_id), response);
  }

  /** Returns the token once; a wrong code or verifier ends the sign-in. */
  @Post('token')
  @Public()
  @Unaudited('silent while nobody has decided')
  @Limited({ bucket: 'auth.cli.token', per: 'address', limit: 120, windowSeconds: 60 })
  @HttpCode(200)
  @Answers(202, 'Not decided yet.', null)
  @Operation('Redeem an approved command-line sign-in', cliErrors.gone, cliErrors.refused, cliErrors.mismatch)
  async token(
    @Body() body: RedeemCliSignInBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CliTokenResponse | undefined> {
    const { request_id: requestId, code = null, code_verifier: verifier } = body;
    const signedIn = await this.redemption.redeem({ requestId, code, verifier }, signInOrigin(request).ip);
    if (signedIn) return CliTokenResponse.of(signedIn);
    response.status(202);
    return undefined;
  }
}

function sentTo(redirect: string | null, response: Response): CliRedirectResponse | undefined {
  if (redirect !== null) return { redirect };
  response.status(204);
  return undefined;
}
