import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { requestErrors } from '#libs/requests';
import { revealErrors, RevealService } from '#libs/reveal';
import { ErrorEnvelopeV2, ForWorkloads, FreshMfa, SignedIn, Unaudited } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Reserved } from '../load/shedding-marks.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  ActiveRevealResponse,
  ExpireRevealBody,
  OpenedRevealResponse,
  OpenRevealBody,
} from './reveal-sessions.dto.js';

@Tag('reveal sessions')
@ErrorEnvelopeV2()
@Reserved()
@Controller('reveal-sessions')
export class RevealSessionsController {
  constructor(private readonly reveal: RevealService) {}

  @Post()
  @SignedIn()
  @FreshMfa()
  @Limited({ bucket: 'reveal.open', per: 'user', limit: 20, windowSeconds: 60 })
  @Header('Cache-Control', 'no-store')
  @Idempotent()
  @ForWorkloads()
  @Operation(
    "Open a reveal session of one of the caller's own requests",
    requestErrors.notFound,
    requestErrors.notRequester,
    requestErrors.statusInvalidTransition,
    requestErrors.refused('reveal_type_unsupported'),
    requestErrors.refused('nothing_to_reveal'),
    requestErrors.refused('reveal_session_open'),
  )
  async open(@CurrentCaller() caller: Caller, @Body() body: OpenRevealBody): Promise<OpenedRevealResponse> {
    return OpenedRevealResponse.of(await this.reveal.open(caller, body.access_request_id));
  }

  @Get('me/active')
  @SignedIn()
  @Header('Cache-Control', 'no-store')
  @ForWorkloads()
  @Operation("List the caller's open reveal sessions")
  async active(@CurrentCaller() caller: Caller): Promise<ActiveRevealResponse[]> {
    return (await this.reveal.active(caller)).map(ActiveRevealResponse.of);
  }

  @Post(':id/expire')
  @Unaudited('silent when the session has ended already')
  @HttpCode(204)
  @SignedIn()
  @ForWorkloads()
  @Operation('End a reveal session early', revealErrors.notFound, revealErrors.notOwner)
  async expire(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: ExpireRevealBody,
  ): Promise<void> {
    await this.reveal.expire(caller, id, body.reason);
  }
}
