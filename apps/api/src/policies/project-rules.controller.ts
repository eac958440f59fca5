import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Page } from '#libs/core';
import {
  policyErrors,
  type RuleAnchor,
  RuleHistoryReadModel,
  RuleReadModel,
  ScopedRuleService,
} from '#libs/policies';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { Access, ErrorEnvelopeV2, FreshMfaWhenStrict, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { linkNext, mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { AUTHORING_REFUSALS } from './authoring-refusals.js';
import {
  CreateScopedRuleBody,
  RuleEnvelope,
  RuleListResponse,
  RuleResponse,
  RuleVersionResponse,
  UpdateScopedRuleBody,
} from './rules.dto.js';

/** Rules of one project. Any signed-in user may read them, inherited ones without their values. */
@Tag('project policy rules')
@ErrorEnvelopeV2()
@Controller('projects/:projectID/policy-rules')
export class ProjectRulesController {
  constructor(
    private readonly service: ScopedRuleService,
    private readonly rules: RuleReadModel,
    private readonly histories: RuleHistoryReadModel,
  ) {}

  @Post()
  @Idempotent()
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation(
    'Create a rule of a project',
    policyErrors.outOfScopePolicy,
    tenancyErrors.projectNotFound,
    ...AUTHORING_REFUSALS,
  )
  async create(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Body() body: CreateScopedRuleBody,
  ): Promise<RuleEnvelope> {
    return { rule: RuleResponse.whole(await this.service.create(caller, anchor(projectId), body)) };
  }

  @Get()
  @SignedIn()
  @Operation("List a project's rules and those it inherits", tenancyErrors.projectNotFound)
  async list(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RuleListResponse> {
    const { page, priorityCap } = await this.rules.scopedList(caller, anchor(projectId), query.page());
    linkNext(request, response, page);
    return { rules: page.rows.map(RuleResponse.of), priority_cap: priorityCap };
  }

  @Get(':ruleID')
  @SignedIn()
  @Operation('Give one rule of a project', tenancyErrors.projectNotFound, policyErrors.policyNotFound)
  async one(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
  ): Promise<RuleEnvelope> {
    return { rule: RuleResponse.of(await this.rules.scopedOne(caller, anchor(projectId), ruleId)) };
  }

  @Get(':ruleID/history')
  @Paged()
  @Access('policy.author')
  @Operation(
    "List a rule's versions, newest first",
    policyErrors.outOfScopePolicy,
    tenancyErrors.projectNotFound,
    policyErrors.policyNotFound,
  )
  async history(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
    @Query() query: PageQuery,
  ): Promise<Page<RuleVersionResponse>> {
    const page = await this.histories.ofScoped(caller, anchor(projectId), ruleId, query.page());
    return mapPage(page, RuleVersionResponse.of);
  }

  @Put(':ruleID')
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation(
    'Change a rule of a project',
    policyErrors.outOfScopePolicy,
    tenancyErrors.projectNotFound,
    policyErrors.policyNotFound,
    policyErrors.platformPolicyNotEditable,
    ...AUTHORING_REFUSALS,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
    @Body() body: UpdateScopedRuleBody,
  ): Promise<RuleEnvelope> {
    return { rule: RuleResponse.whole(await this.service.update(caller, anchor(projectId), ruleId, body)) };
  }

  @Delete(':ruleID')
  @HttpCode(204)
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation(
    'Delete a rule of a project',
    policyErrors.outOfScopePolicy,
    tenancyErrors.projectNotFound,
    policyErrors.policyNotFound,
    policyErrors.platformPolicyNotEditable,
  )
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
  ): Promise<void> {
    await this.service.delete(caller, anchor(projectId), ruleId);
  }
}

function anchor(projectId: string): RuleAnchor {
  return { kind: 'project', projectId };
}
