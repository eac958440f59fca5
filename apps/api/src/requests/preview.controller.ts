import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { Caller } from '#libs/permissions';
import { SubmissionPreview } from '#libs/requests';
import { tenancyErrors } from '#libs/tenancy';
import { Access, ErrorEnvelopeV2, ForWorkloads, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { PreviewBody, PreviewResponse } from './preview.dto.js';

@Tag('requests')
@ErrorEnvelopeV2()
@Controller('requests/preview')
export class PreviewController {
  constructor(private readonly previews: SubmissionPreview) {}

  @Post()
  @HttpCode(200)
  @Access('secret.request', { denyWith: tenancyErrors.outOfScopeProject })
  @Unaudited('it says what a submit would meet, and submits nothing')
  @ForWorkloads()
  @Operation(
    'Preview the decision on a read or patch without submitting it',
    tenancyErrors.outOfScopeProject,
    tenancyErrors.projectNotFound,
  )
  async preview(@CurrentCaller() caller: Caller, @Body() body: PreviewBody): Promise<PreviewResponse> {
    return PreviewResponse.of(await this.previews.of(caller, body.input()));
  }
}
