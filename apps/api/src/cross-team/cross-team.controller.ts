import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { crossTeamErrors, CrossTeamSubmission, FillService, VerificationService } from '#libs/cross-team';
import { policyErrors } from '#libs/policies';
import { providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { RequestKinds, requestErrors } from '#libs/requests';
import { tenancyErrors } from '#libs/tenancy';
import { Access, ErrorEnvelopeV2, FreshMfaWhenStrict } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { withKeyValues } from '../requests/key-values.js';
import { RequestResponse, SubmittedRequestResponse } from '../requests/requests.dto.js';
import {
  CastVoteBody,
  FillBody,
  RefuseBody,
  SubmitCrossTeamBody,
  VerificationResponse,
} from './cross-team.dto.js';

const GATE = [
  tenancyErrors.projectNotFound,
  tenancyErrors.outOfScopeProject,
  crossTeamErrors.keysEmpty,
  crossTeamErrors.invalidTarget,
  crossTeamErrors.destinationUnbound,
  crossTeamErrors.sourceAmbiguous([]),
  tenancyErrors.projectArchived,
  providerErrors.connectionDisabled,
  policyErrors.noMatchingPolicy,
  policyErrors.workflowDisabled,
  crossTeamErrors.minApproversUnsupported,
  policyErrors.prodNeedsApproval,
  requestErrors.justificationRequired,
];
const ACT = [
  requestErrors.notFound,
  requestErrors.statusInvalidTransition,
  crossTeamErrors.wrongStatus,
  crossTeamErrors.dutiesViolated,
];
const PROVIDE = [...ACT, tenancyErrors.outOfScopeTeam, crossTeamErrors.fillWindowExpired];

@Tag('cross-team requests')
@ErrorEnvelopeV2()
@Controller('requests')
export class CrossTeamController {
  constructor(
    private readonly submissions: CrossTeamSubmission,
    private readonly fills: FillService,
    private readonly verification: VerificationService,
    private readonly kinds: RequestKinds,
  ) {}

  @Post('cross-team')
  @Access('secret.request')
  @Idempotent()
  @Operation('Request the values of a secret from another team', ...GATE)
  async submit(
    @CurrentCaller() caller: Caller,
    @Body() body: SubmitCrossTeamBody,
  ): Promise<SubmittedRequestResponse> {
    const request = await this.submissions.submit(caller, body.target());
    return SubmittedRequestResponse.after(caller, this.kinds)(request);
  }

  @Post(':id/fill')
  @HttpCode(200)
  @Access('secret.value.provide')
  @Operation(
    'Provide the values that another team requested',
    ...PROVIDE,
    crossTeamErrors.alreadyFilled,
    crossTeamErrors.keysMismatch([], []),
  )
  async fill(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: FillBody,
  ): Promise<RequestResponse> {
    const { fill_comment: comment = null } = body;
    const filled = await withKeyValues(body, 0, (values) => this.fills.fill(caller, id, { values, comment }));
    return RequestResponse.for(caller, this.kinds)(filled);
  }

  @Post(':id/refuse')
  @HttpCode(200)
  @Access('secret.value.provide')
  @Operation('Decline to provide values', ...PROVIDE)
  async refuse(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: RefuseBody,
  ): Promise<RequestResponse> {
    return RequestResponse.for(caller, this.kinds)(await this.fills.refuse(caller, id, body.reason));
  }

  @Post(':id/verify')
  @HttpCode(200)
  @Access('secret.approve', 'secret.security.approve')
  @FreshMfaWhenStrict()
  @Operation(
    'Vote on a filled request, for its source project or for security',
    ...ACT,
    tenancyErrors.outOfScopeProject,
    crossTeamErrors.duplicateVote,
  )
  async verify(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CastVoteBody,
  ): Promise<VerificationResponse> {
    const { decision, voted_as: votedAs, comment = null } = body;
    return this.verification.verify(caller, id, { decision, votedAs, comment });
  }
}
