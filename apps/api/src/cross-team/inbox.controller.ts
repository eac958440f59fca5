import { Controller, Get, Query } from '@nestjs/common';
import { InboxReadModel } from '#libs/cross-team';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { RequestKinds, RequestNamesReadModel } from '#libs/requests';
import { tenancyErrors } from '#libs/tenancy';
import { ErrorEnvelopeV2, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { mapPage, Paged } from '../http/paged.js';
import { Operation, Tag } from '../openapi/operation.js';
import { Watchable } from '../waits/watchable.js';
import { RequestResponse } from '../requests/requests.dto.js';
import { InboxCountResponse, InboxQuery } from './inbox.dto.js';

/** Without any grant the inbox is empty, not forbidden (D66). */
@Tag('cross-team requests')
@ErrorEnvelopeV2()
@SignedIn()
@Controller('requests/inbox')
export class InboxController {
  constructor(
    private readonly inbox: InboxReadModel,
    private readonly names: RequestNamesReadModel,
    private readonly kinds: RequestKinds,
  ) {}

  @Get()
  @Paged()
  @Operation(
    'List the requests that await values from the teams that the caller covers',
    tenancyErrors.teamNotFound,
    tenancyErrors.outOfScopeTeam,
  )
  async list(@CurrentCaller() caller: Caller, @Query() query: InboxQuery): Promise<Page<RequestResponse>> {
    const page = await this.inbox.list(caller, query.team_id ?? null, query.page());
    const names = await this.names.of(page.rows, query.expand);
    return mapPage(page, RequestResponse.for(caller, this.kinds, names));
  }

  @Get('count')
  @Watchable()
  @Operation('Count the requests that await values, per team')
  async count(@CurrentCaller() caller: Caller): Promise<InboxCountResponse> {
    return InboxCountResponse.of(await this.inbox.count(caller));
  }
}
