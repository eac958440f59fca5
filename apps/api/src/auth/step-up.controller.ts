import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { authErrors, StepUp } from '#libs/auth';
import type { Caller } from '#libs/permissions';
import { BeforeMfa, SignedIn, Unaudited } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { BodyLimit } from '../http/body-options.js';
import { Operation, Tag } from '../openapi/operation.js';
import { MAX_ANSWER_BYTES } from './my-webauthn.dto.js';
import { ChallengeBody, ChallengeResponse, VerifyBody } from './step-up.dto.js';

@Tag('auth')
@SignedIn()
@BeforeMfa()
@Controller('auth/mfa')
export class StepUpController {
  constructor(private readonly stepUp: StepUp) {}

  @Post('challenge')
  @Unaudited('a challenge changes nothing until it is met')
  @HttpCode(200)
  @Operation('Start a step-up', authErrors.mfaEnrollmentRequired, authErrors.mfaLocked)
  async challenge(@CurrentCaller() caller: Caller, @Body() body: ChallengeBody): Promise<ChallengeResponse> {
    return ChallengeResponse.of(await this.stepUp.challenge(caller, body.kind));
  }

  @Post('verify')
  @Limited({ bucket: 'auth.mfa.verify', per: 'user', limit: 10, windowSeconds: 60 })
  @BodyLimit(MAX_ANSWER_BYTES)
  @HttpCode(204)
  @Operation(
    'Complete a step-up',
    authErrors.mfaCodeInvalid,
    authErrors.webauthnAssertionFailed,
    authErrors.factorCompromised,
    authErrors.mfaLocked,
    authErrors.mfaChallengeExpired,
  )
  async verify(@CurrentCaller() caller: Caller, @Body() body: VerifyBody): Promise<void> {
    await this.stepUp.verify(caller, body.answer());
  }
}
