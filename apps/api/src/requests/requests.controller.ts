import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { workloadErrors } from '#libs/auth';
import type { Page } from '#libs/core';
import { policyErrors } from '#libs/policies';
import { providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import {
  type AccessRequest,
  requestErrors,
  RequestDetailsReadModel,
  RequestKinds,
  RequestNamesReadModel,
  RequestReadModel,
  RequestService,
  SubmissionService,
  type SubmittedRequest,
} from '#libs/requests';
import { tenancyErrors } from '#libs/tenancy';
import { Access, ForWorkloads, FreshMfa, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { Watchable } from '../waits/watchable.js';
import { withKeyValues } from './key-values.js';
import { ApprovalResponse, RequestDetailResponse } from './request-detail.dto.js';
import { RequestQuery, RequestsQuery } from './requests-query.dto.js';
import {
  ApproveBody,
  CancelBody,
  RejectBody,
  RequestResponse,
  SubmitPatchBody,
  SubmitReadBody,
  SubmittedRequestResponse,
} from './requests.dto.js';

/** Errors of a submission. */
const SUBMIT_ERRORS = [
  tenancyErrors.outOfScopeProject,
  tenancyErrors.projectNotFound,
  tenancyErrors.projectArchived,
  tenancyErrors.environmentNotInProject,
  providerErrors.connectionNotFound,
  providerErrors.connectionDisabled,
  requestErrors.connectionNotBound,
  requestErrors.secretBoundToProd,
  requestErrors.secretNotBound,
  requestErrors.justificationRequired,
  policyErrors.noMatchingPolicy,
  policyErrors.workflowDisabled,
  policyErrors.prodNeedsApproval,
];

/** Errors of a vote. */
const VOTE_ERRORS = [
  requestErrors.notFound,
  tenancyErrors.outOfScopeProject,
  requestErrors.actorMismatch,
  requestErrors.statusInvalidTransition,
  requestErrors.duplicateVote,
  requestErrors.refused('separation_of_duties_violated'),
  requestErrors.refused('cross_team_status_invalid_transition'),
];

@Tag('requests')
@Controller('requests')
export class RequestsController {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly requests: RequestService,
    private readonly readModel: RequestReadModel,
    private readonly details: RequestDetailsReadModel,
    private readonly names: RequestNamesReadModel,
    private readonly kinds: RequestKinds,
  ) {}

  @Post()
  @Access('secret.request', { denyWith: tenancyErrors.outOfScopeProject })
  @Idempotent()
  @Operation('Request a change to keys of a secret', ...SUBMIT_ERRORS)
  async submitPatch(
    @CurrentCaller() caller: Caller,
    @Body() body: SubmitPatchBody,
  ): Promise<SubmittedRequestResponse> {
    const target = body.target();
    const request = await withKeyValues(body, 1, (values) =>
      this.submissions.patch(caller, { ...target, values }),
    );
    return this.submitted(caller, request);
  }

  @Post('read')
  @Access('secret.request', { denyWith: tenancyErrors.outOfScopeProject })
  @Idempotent()
  @ForWorkloads()
  @Operation('Request to read keys of a secret', ...SUBMIT_ERRORS, workloadErrors.cannotStepUp)
  async submitRead(
    @CurrentCaller() caller: Caller,
    @Body() body: SubmitReadBody,
  ): Promise<SubmittedRequestResponse> {
    return this.submitted(caller, await this.submissions.read(caller, { ...body.target(), keys: body.keys }));
  }

  @Get()
  @Paged()
  @Watchable()
  @SignedIn()
  @ForWorkloads()
  @Operation('List the requests that are visible to the caller')
  async list(@CurrentCaller() caller: Caller, @Query() query: RequestsQuery): Promise<Page<RequestResponse>> {
    const page = await this.readModel.list(caller, query.filter(), query.page(), query.sortedBy());
    const names = await this.names.of(page.rows, query.expand);
    return mapPage(page, RequestResponse.for(caller, this.kinds, names));
  }

  @Get(':id')
  @Watchable()
  @SignedIn()
  @ForWorkloads()
  @Operation('Get a request with its votes, its decision and its job', requestErrors.notFound)
  async one(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: RequestQuery,
  ): Promise<RequestDetailResponse> {
    const { request, approvals } = await this.readModel.getVisible(caller, id);
    const details = await this.details.of(id);
    const names = await this.names.of([request], query.expand);
    return {
      ...RequestResponse.for(caller, this.kinds, names)(request),
      ...RequestDetailResponse.membersOf(details),
      approvals: approvals.map(ApprovalResponse.of),
    };
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Access('secret.approve')
  @FreshMfa()
  @Operation('Approve a request', ...VOTE_ERRORS)
  async approve(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: ApproveBody,
  ): Promise<RequestResponse> {
    return this.answer(
      caller,
      await this.requests.approve(caller, id, { actorId: body.approver_id, comment: body.comment ?? null }),
    );
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Access('secret.approve')
  @FreshMfa()
  @Operation('Reject a request', ...VOTE_ERRORS)
  async reject(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: RejectBody,
  ): Promise<RequestResponse> {
    return this.answer(
      caller,
      await this.requests.reject(caller, id, { actorId: body.approver_id, reason: body.reason }),
    );
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @SignedIn()
  @ForWorkloads()
  @Operation(
    "Cancel one of the caller's own requests",
    requestErrors.notFound,
    requestErrors.notRequester,
    requestErrors.actorMismatch,
    requestErrors.statusInvalidTransition,
    requestErrors.refused('cross_team_status_invalid_transition'),
  )
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CancelBody,
  ): Promise<RequestResponse> {
    return this.answer(caller, await this.requests.cancel(caller, id, { actorId: body.actor_id }));
  }

  private submitted(caller: Caller, request: SubmittedRequest): SubmittedRequestResponse {
    return SubmittedRequestResponse.after(caller, this.kinds)(request);
  }

  private answer(caller: Caller, request: AccessRequest): RequestResponse {
    return RequestResponse.for(caller, this.kinds)(request);
  }
}
