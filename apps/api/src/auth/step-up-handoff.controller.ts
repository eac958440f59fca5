import { Body, Controller, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { authErrors, cliErrors, HandoffAnswer, StepUpHandoff } from '#libs/auth';
import type { Caller } from '#libs/permissions';
import { BeforeMfa, NoHead, SameOriginOnly, SignedIn, SingleShot, Unaudited } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { BodyLimit } from '../http/body-options.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { requireBrowserSession } from './browser-session.js';
import { ConsolePages } from './console-pages.js';
import { MAX_ANSWER_BYTES } from './my-webauthn.dto.js';
import { signInOrigin } from './sign-in-origin.js';
import {
  HandOffBody,
  HandoffAnswerBody,
  HandoffAnswerResponse,
  HandoffChallengeResponse,
  HandoffResponse,
} from './step-up-handoff.dto.js';

/** Hands a command line's step-up by passkey over to a browser; mounted only if a relying party is configured. */
@Tag('auth')
@SignedIn()
@BeforeMfa()
@Controller('auth/mfa/handoff')
export class StepUpHandoffController {
  constructor(
    private readonly handoff: StepUpHandoff,
    private readonly answers: HandoffAnswer,
    private readonly pages: ConsolePages,
  ) {}

  @Post()
  @Unaudited('a challenge changes nothing until it is met')
  @Limited({ bucket: 'auth.mfa.handoff', per: 'user', limit: 30, windowSeconds: 60 })
  @HttpCode(200)
  @Operation('Hand a WebAuthn challenge over to a browser', authErrors.mfaChallengeExpired)
  async open(
    @CurrentCaller() caller: Caller,
    @Body() body: HandOffBody,
    @Req() request: Request,
  ): Promise<HandoffResponse> {
    const opened = await this.handoff.open(caller, body.challenge_id, signInOrigin(request).ip);
    return HandoffResponse.of(opened, this.pages.at('/step-up', { handoff: opened.handoffId }));
  }

  @Get(':id/challenge')
  @Limited({ bucket: 'auth.mfa.handoff.inspect', per: 'user', limit: 60, windowSeconds: 60 })
  @Operation('Get the challenge that one of the caller’s sessions handed over', authErrors.stepUpHandoffGone)
  async inspect(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<HandoffChallengeResponse> {
    return HandoffChallengeResponse.of(await this.handoff.inspect(caller, id));
  }

  /** Requires the session of a browser, and is accepted once. The other session sends the assertion for verification. */
  @Post(':id/response')
  @Limited({ bucket: 'auth.mfa.handoff.answer', per: 'user', limit: 30, windowSeconds: 60 })
  @BodyLimit(MAX_ANSWER_BYTES)
  @HttpCode(204)
  @Operation(
    'Submit the assertion for a challenge that another session handed over',
    authErrors.stepUpHandoffGone,
    cliErrors.browserSessionRequired,
  )
  async answer(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: HandoffAnswerBody,
    @Req() request: Request,
  ): Promise<void> {
    requireBrowserSession(request);
    await this.answers.give(caller, id, body.response, signInOrigin(request).ip);
  }

  /** Returns it once, only to the session that handed the challenge over. */
  @Get(':id')
  @Unaudited('it counts only once it is sent, which is audited')
  @SingleShot()
  @NoHead()
  @SameOriginOnly()
  @Limited({ bucket: 'auth.mfa.handoff.collect', per: 'user', limit: 120, windowSeconds: 60 })
  @Header('Cache-Control', 'no-store')
  @Answers(202, 'No assertion yet.', null)
  @Operation('Get the assertion that a browser submitted', authErrors.stepUpHandoffGone)
  async collect(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HandoffAnswerResponse | undefined> {
    const given = await this.handoff.collect(caller, id);
    if (given) return { response: given };
    response.status(202);
    return undefined;
  }
}
