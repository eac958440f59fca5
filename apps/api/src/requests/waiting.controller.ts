import { Controller, Get, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { RequestKinds, RequestNamesReadModel, WaitingReadModel } from '#libs/requests';
import { ErrorEnvelopeV2, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { mapPage, Paged } from '../http/paged.js';
import { Operation, Tag } from '../openapi/operation.js';
import { Watchable } from '../waits/watchable.js';
import { RequestResponse } from './requests.dto.js';
import { WaitingCountResponse, WaitingQuery } from './waiting.dto.js';

@Tag('requests')
@ErrorEnvelopeV2()
@SignedIn()
@Controller('requests/waiting')
export class WaitingController {
  constructor(
    private readonly waiting: WaitingReadModel,
    private readonly names: RequestNamesReadModel,
    private readonly kinds: RequestKinds,
  ) {}

  /** Ordered by expiry. A page may have fewer rows than its limit, or none, although there is a next page. */
  @Get()
  @Paged()
  @Operation('List the requests on which the caller may act now')
  async list(@CurrentCaller() caller: Caller, @Query() query: WaitingQuery): Promise<Page<RequestResponse>> {
    const page = await this.waiting.list(caller, query.waitingFor(), query.page());
    const names = await this.names.of(page.rows, query.expand);
    return mapPage(page, RequestResponse.for(caller, this.kinds, names));
  }

  /** Counts among the first 1,000 candidates by expiry. */
  @Get('count')
  @Watchable()
  @Operation('Count the requests on which the caller may act now')
  async count(@CurrentCaller() caller: Caller): Promise<WaitingCountResponse> {
    return this.waiting.count(caller);
  }
}
