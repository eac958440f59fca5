import { Body, Controller, Param, Post } from '@nestjs/common';
import { policyErrors } from '#libs/policies';
import { providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { requestErrors, RequestKinds, SubmissionService } from '#libs/requests';
import { tenancyErrors } from '#libs/tenancy';
import { Access } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { DirectRevealBody, SubmittedRequestResponse } from './requests.dto.js';

@Tag('requests')
@Controller('projects/:id/environments/:env_id/direct-reveal')
export class DirectRevealController {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly kinds: RequestKinds,
  ) {}

  /** A missing permission is refused with the same code as the other two conditions (D33, D65). */
  @Post()
  @Access('secret.reveal.direct', { denyWith: () => requestErrors.directRevealNotAllowed('permission') })
  @Idempotent()
  @Operation(
    'Request a direct reveal, which a rule allows without approval',
    requestErrors.directRevealNotAllowed('policy'),
    tenancyErrors.projectNotFound,
    tenancyErrors.projectArchived,
    tenancyErrors.environmentNotFound,
    tenancyErrors.environmentNotInProject,
    providerErrors.connectionNotFound,
    providerErrors.connectionDisabled,
    requestErrors.connectionNotBound,
    requestErrors.secretNotBound,
    policyErrors.noMatchingPolicy,
    policyErrors.workflowDisabled,
  )
  async reveal(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) projectId: string,
    @Param('env_id', UuidPipe) environmentId: string,
    @Body() body: DirectRevealBody,
  ): Promise<SubmittedRequestResponse> {
    const { provider_connection_id: connectionId, secret_ref: secretRef, keys } = body;
    const target = { projectId, environmentId, connectionId, secretRef, keys };
    const request = await this.submissions.directReveal(caller, target);
    return SubmittedRequestResponse.after(caller, this.kinds)(request);
  }
}
