import { Controller, Get, Param } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { requestErrors, TimelineReadModel } from '#libs/requests';
import { ErrorEnvelopeV2, ForWorkloads, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { TimelineEntryResponse } from './timeline.dto.js';

@Tag('requests')
@ErrorEnvelopeV2()
@SignedIn()
@Controller('requests/:id/timeline')
export class TimelineController {
  constructor(private readonly timeline: TimelineReadModel) {}

  /** Oldest first, without events that the audit log no longer contains. */
  @Get()
  @ForWorkloads()
  @Operation('Get the timeline of a request', requestErrors.notFound)
  async of(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<TimelineEntryResponse[]> {
    return (await this.timeline.of(caller, id)).map(TimelineEntryResponse.of);
  }
}
