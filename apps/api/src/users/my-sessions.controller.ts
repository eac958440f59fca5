import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { authErrors, Sessions } from '#libs/auth';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { ErrorEnvelopeV2, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Reserved } from '../load/shedding-marks.js';
import { Operation, Tag } from '../openapi/operation.js';
import { SessionResponse } from './my-sessions.dto.js';

@Tag('users')
@ErrorEnvelopeV2()
@SignedIn()
@Reserved()
@Controller('users/me/sessions')
export class MySessionsController {
  constructor(private readonly sessions: Sessions) {}

  @Get()
  @Paged()
  @Operation("List the caller's active sessions")
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<SessionResponse>> {
    const page = await this.sessions.listOwn(caller, query.page());
    return mapPage(page, (session) => SessionResponse.of(session, caller.sessionId));
  }

  /** Takes effect immediately in every process; ending the session of this call signs the caller out. */
  @Delete(':id')
  @HttpCode(204)
  @Operation("End one of the caller's sessions", authErrors.sessionNotFound)
  async end(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.sessions.endOwn(caller, id);
  }
}
