import { Body, Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { workloadErrors, WorkloadSignIn } from '#libs/auth';
import { ErrorEnvelopeV2, Public } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { signInOrigin } from '../auth/sign-in-origin.js';
import { Operation, Tag } from '../openapi/operation.js';
import { WorkloadSignInBody, WorkloadTokenResponse } from './workload-sign-in.dto.js';

@Tag('auth')
@ErrorEnvelopeV2()
@Controller('auth/workload')
export class WorkloadSignInController {
  constructor(private readonly signIn: WorkloadSignIn) {}

  /** Exchanges an issuer's token, once, for a bearer token valid for at most 15 minutes. */
  @Post()
  @Public()
  @Limited({ bucket: 'auth.workload', per: 'address', limit: 30, windowSeconds: 60 })
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
  @Operation('Sign a workload in', workloadErrors.tokenInvalid)
  async login(@Body() body: WorkloadSignInBody, @Req() request: Request): Promise<WorkloadTokenResponse> {
    const { jwt, workload = null } = body;
    return WorkloadTokenResponse.of(await this.signIn.signIn(jwt, workload, signInOrigin(request)));
  }
}
