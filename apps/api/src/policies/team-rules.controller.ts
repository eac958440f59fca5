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
import { Access, ErrorEnvelopeV2, FreshMfaWhenStrict } from '../access/access.js';
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

/** Rules of one team, for those who author there: they reach every project in its subtree. */
@Tag('team policy rules')
@ErrorEnvelopeV2()
@Controller('teams/:teamID/policy-rules')
export class TeamRulesController {
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
    'Create a rule of a team',
    policyErrors.outOfScopePolicy,
    tenancyErrors.teamNotFound,
    tenancyErrors.teamArchived,
    ...AUTHORING_REFUSALS,
  )
  async create(
    @CurrentCaller() caller: Caller,
    @Param('teamID', UuidPipe) teamId: string,
    @Body() body: CreateScopedRuleBody,
  ): Promise<RuleEnvelope> {
    return { rule: RuleResponse.whole(await this.service.create(caller, anchor(teamId), body)) };
  }

  @Get()
  @Access('policy.author')
  @Operation(
    "List a team's rules and those it inherits",
    tenancyErrors.teamNotFound,
    policyErrors.outOfScopePolicy,
  )
  async list(
    @CurrentCaller() caller: Caller,
    @Param('teamID', UuidPipe) teamId: string,
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RuleListResponse> {
    const { page, priorityCap } = await this.rules.scopedList(caller, anchor(teamId), query.page());
    linkNext(request, response, page);
    return { rules: page.rows.map(RuleResponse.of), priority_cap: priorityCap };
  }

  @Get(':ruleID')
  @Access('policy.author')
  @Operation(
    'Give one rule of a team',
    tenancyErrors.teamNotFound,
    policyErrors.policyNotFound,
    policyErrors.outOfScopePolicy,
  )
  async one(
    @CurrentCaller() caller: Caller,
    @Param('teamID', UuidPipe) teamId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
  ): Promise<RuleEnvelope> {
    return { rule: RuleResponse.of(await this.rules.scopedOne(caller, anchor(teamId), ruleId)) };
  }

  @Get(':ruleID/history')
  @Paged()
  @Access('policy.author')
  @Operation(
    "List a rule's versions, newest first",
    policyErrors.outOfScopePolicy,
    tenancyErrors.teamNotFound,
    policyErrors.policyNotFound,
  )
  async history(
    @CurrentCaller() caller: Caller,
    @Param('teamID', UuidPipe) teamId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
    @Query() query: PageQuery,
  ): Promise<Page<RuleVersionResponse>> {
    const page = await this.histories.ofScoped(caller, anchor(teamId), ruleId, query.page());
    return mapPage(page, RuleVersionResponse.of);
  }

  @Put(':ruleID')
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation(
    'Change a rule of a team',
    policyErrors.outOfScopePolicy,
    tenancyErrors.teamNotFound,
    tenancyErrors.teamArchived,
    policyErrors.policyNotFound,
    policyErrors.platformPolicyNotEditable,
    ...AUTHORING_REFUSALS,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param('teamID', UuidPipe) teamId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
    @Body() body: UpdateScopedRuleBody,
  ): Promise<RuleEnvelope> {
    return { rule: RuleResponse.whole(await this.service.update(caller, anchor(teamId), ruleId, body)) };
  }

  @Delete(':ruleID')
  @HttpCode(204)
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation(
    'Delete a rule of a team',
    policyErrors.outOfScopePolicy,
    tenancyErrors.teamNotFound,
    tenancyErrors.teamArchived,
    policyErrors.policyNotFound,
    policyErrors.platformPolicyNotEditable,
  )
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('teamID', UuidPipe) teamId: string,
    @Param('ruleID', UuidPipe) ruleId: string,
  ): Promise<void> {
    await this.service.delete(caller, anchor(teamId), ruleId);
  }
}

function anchor(teamId: string): RuleAnchor {
  return { kind: 'team', teamId };
}
