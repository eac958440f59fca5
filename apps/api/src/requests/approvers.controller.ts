import { Controller, Get, Param } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { ApproverReadModel, requestErrors } from '#libs/requests';
import { ErrorEnvelopeV2, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { ApproversResponse } from './approvers.dto.js';

@Tag('requests')
@ErrorEnvelopeV2()
@SignedIn()
@Controller('requests/:id/approvers')
export class ApproversController {
  constructor(private readonly approvers: ApproverReadModel) {}

  /** While the request awaits values, lists who can provide them. */
  @Get()
  @Operation('List who can approve or verify a request', requestErrors.notFound)
  async of(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<ApproversResponse> {
    return ApproversResponse.of(await this.approvers.of(caller, id));
  }
}
