import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { RequestStatsReadModel } from '#libs/requests';
import { Access, ErrorEnvelopeV2 } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { ReplicaInterceptor } from '../http/replica.interceptor.js';
import { Operation, Tag } from '../openapi/operation.js';
import { RequestStatsQuery, RequestStatsResponse } from './request-stats.dto.js';

@Tag('requests')
@ErrorEnvelopeV2()
@Access('audit.read')
@Controller('stats')
export class RequestStatsController {
  constructor(private readonly stats: RequestStatsReadModel) {}

  /** A request counts on the day of its submission, whenever it was decided. */
  @Get('requests')
  @Limited({ bucket: 'stats.requests', per: 'user', limit: 30, windowSeconds: 60, openWithoutCache: true })
  @UseInterceptors(ReplicaInterceptor)
  @Operation('Count requests and their decisions, day by day and by environment kind')
  async requests(@Query() query: RequestStatsQuery): Promise<RequestStatsResponse> {
    return RequestStatsResponse.of(await this.stats.byDay(query));
  }
}
