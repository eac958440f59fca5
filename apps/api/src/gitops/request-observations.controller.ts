import { Controller, Get, Param, Query } from '@nestjs/common';
import { RequestObservations } from '#libs/gitops';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { requestErrors } from '#libs/requests';
import { SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { ObservationResponse, RequestObservationsQuery } from './request-observations.dto.js';

@Tag('requests')
@Controller('requests/:id/gitops')
export class RequestObservationsController {
  constructor(private readonly observations: RequestObservations) {}

  @Get()
  @Paged()
  @SignedIn()
  @Operation(
    "List the states of the environment's applications observed since the caller's request was executed",
    requestErrors.notFound,
    requestErrors.notRequester,
  )
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: RequestObservationsQuery,
  ): Promise<Page<ObservationResponse>> {
    const page = await this.observations.list(caller, id, query.user_id, query.page());
    return mapPage(page, ObservationResponse.of);
  }
}
