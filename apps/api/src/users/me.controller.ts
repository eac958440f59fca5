import { Controller, Get } from '@nestjs/common';
import { IdentityReadModel } from '#libs/auth';
import { httpErrors } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { BeforeMfa, ForWorkloads, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { MeResponse } from './me.dto.js';

@Tag('users')
@SignedIn()
@BeforeMfa()
@Controller('users/me')
export class MeController {
  constructor(private readonly identities: IdentityReadModel) {}

  @Get()
  @ForWorkloads()
  @Operation('Get the caller with their roles, permissions and session')
  async me(@CurrentCaller() caller: Caller): Promise<MeResponse> {
    const identity = await this.identities.find(caller);
    if (!identity) throw httpErrors.unauthenticated();
    return MeResponse.from(identity, caller.grants);
  }
}
