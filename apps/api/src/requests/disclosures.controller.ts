import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import { providerErrors } from '#libs/providers';
import { DisclosureReadModel } from '#libs/requests';
import { Access, ErrorEnvelopeV2 } from '../access/access.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { DisclosureResponse, DisclosuresQuery } from './disclosures.dto.js';

/** Lists the requests by which at least one value of a secret was retrieved. */
@Tag('audit')
@ErrorEnvelopeV2()
@Access('audit.read')
@Controller()
export class DisclosuresController {
  constructor(private readonly disclosures: DisclosureReadModel) {}

  @Get('disclosures')
  @Paged()
  @Operation('List who has seen a secret, newest request first')
  async list(@Query() query: DisclosuresQuery): Promise<Page<DisclosureResponse>> {
    const secret = { connectionId: query.provider_connection_id, ref: query.secret_ref };
    return mapPage(await this.disclosures.list(secret, query.page()), DisclosureResponse.of);
  }

  @Get('secrets/:id/disclosures')
  @Paged()
  @Operation('List who has seen a discovered secret, newest request first', providerErrors.secretNotFound)
  async ofSecret(
    @Param('id', UuidPipe) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<DisclosureResponse>> {
    return mapPage(await this.disclosures.ofSecret(id, query.page()), DisclosureResponse.of);
  }
}
