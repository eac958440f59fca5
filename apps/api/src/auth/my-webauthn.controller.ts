import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { authErrors, WebauthnEnrollment } from '#libs/auth';
import type { Caller } from '#libs/permissions';
import { BeforeMfa, SignedIn, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { BodyLimit } from '../http/body-options.js';
import { Operation, Tag } from '../openapi/operation.js';
import { FactorResponse } from '../users/my-factors.dto.js';
import {
  FinishWebauthnBody,
  MAX_ANSWER_BYTES,
  StartedWebauthnResponse,
  StartWebauthnBody,
} from './my-webauthn.dto.js';

/** Enrolls WebAuthn authenticators; mounted only if a relying party is configured. */
@Tag('users')
@SignedIn()
@BeforeMfa()
@Controller('users/me/mfa/webauthn')
export class MyWebauthnController {
  constructor(private readonly enrollment: WebauthnEnrollment) {}

  @Post('start')
  @Unaudited('a factor exists once its enrollment is finished')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Operation('Start enrolling a WebAuthn authenticator', authErrors.stepUpRequired(900))
  async start(
    @CurrentCaller() caller: Caller,
    @Body() body: StartWebauthnBody,
  ): Promise<StartedWebauthnResponse> {
    return StartedWebauthnResponse.of(await this.enrollment.start(caller, body.label ?? null));
  }

  @Post('finish')
  @BodyLimit(MAX_ANSWER_BYTES)
  @Operation(
    'Complete enrolling a WebAuthn authenticator; an invalid response ends the challenge',
    authErrors.stepUpRequired(900),
    authErrors.webauthnRegistrationFailed,
    authErrors.factorExists,
    authErrors.mfaChallengeExpired,
  )
  async finish(@CurrentCaller() caller: Caller, @Body() body: FinishWebauthnBody): Promise<FactorResponse> {
    return FactorResponse.of(await this.enrollment.finish(caller, body.challenge_id, body.response));
  }
}
