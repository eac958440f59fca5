import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { authErrors, MfaFactors, TotpEnrollment } from '#libs/auth';
import type { Caller } from '#libs/permissions';
import { BeforeMfa, SignedIn, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { ConfirmTotpBody, FactorResponse, StartedTotpResponse, StartTotpBody } from './my-factors.dto.js';

@Tag('users')
@SignedIn()
@BeforeMfa()
@Controller('users/me/mfa')
export class MyFactorsController {
  constructor(
    private readonly factors: MfaFactors,
    private readonly totp: TotpEnrollment,
  ) {}

  @Get('factors')
  @Operation("List the caller's second factors")
  async list(@CurrentCaller() caller: Caller): Promise<FactorResponse[]> {
    return (await this.factors.list(caller)).map(FactorResponse.of);
  }

  @Post('totp/start')
  @Unaudited('a factor exists once its enrollment is confirmed')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Operation('Start enrolling a TOTP factor', authErrors.stepUpRequired(900))
  async startTotp(
    @CurrentCaller() caller: Caller,
    @Body() body: StartTotpBody,
  ): Promise<StartedTotpResponse> {
    return StartedTotpResponse.of(await this.totp.start(caller, body.label ?? null));
  }

  @Post('totp/confirm')
  @Operation(
    'Complete enrolling a TOTP factor with its first code',
    authErrors.stepUpRequired(900),
    authErrors.enrollmentCodeInvalid,
    authErrors.mfaChallengeExpired,
  )
  async confirmTotp(@CurrentCaller() caller: Caller, @Body() body: ConfirmTotpBody): Promise<FactorResponse> {
    return FactorResponse.of(await this.totp.confirm(caller, body.challenge_id, body.code));
  }

  @Delete('factors/:id')
  @HttpCode(204)
  @Operation(
    "Delete one of the caller's second factors",
    authErrors.stepUpRequired(900),
    authErrors.factorNotFound,
  )
  async remove(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.factors.remove(caller, id);
  }
}
