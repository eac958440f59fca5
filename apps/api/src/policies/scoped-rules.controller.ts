import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Injectable,
  Param,
  type PipeTransform,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ExpectedVersion, Page } from '#libs/core';
import {
  policyErrors,
  type RuleAnchor,
  RuleHistoryReadModel,
  RuleReadModel,
  ruleVersion,
  ScopedRuleService,
} from '#libs/policies';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { Access, FreshMfaWhenStrict, SignedIn, ErrorEnvelopeV2 } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { linkNext, mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion } from '../http/versioned.js';
import { InheritedRefusals, Operation, Tag } from '../openapi/operation.js';
import {
  CreateScopedRuleBody,
  RuleEnvelope,
  RuleListResponse,
  RuleResponse,
  RuleVersionResponse,
  UpdateScopedRuleBody,
  versionSeen,
} from './rules.dto.js';

/** Errors of creating or changing a scoped rule. */
export const AUTHORING_REFUSALS = [
  policyErrors.outOfScopePolicy,
  policyErrors.selectorMismatch,
  policyErrors.scopeTooBroad('selector_empty'),
  policyErrors.environmentNotInProject,
  policyErrors.prodNotAllowed,
  policyErrors.priorityReserved(1000),
  policyErrors.workflowNotAuthorable(''),
];

/** Returns the anchor of the rules from `:projectID` or `:teamID` of the path. */
@Injectable()
class AnchorPipe implements PipeTransform<Record<string, string>, RuleAnchor> {
  private readonly ids = new UuidPipe();

  transform(path: Record<string, string>): RuleAnchor {
    const id = (data: string): string => this.ids.transform(path[data] ?? '', { type: 'param', data });
    return 'teamID' in path
      ? { kind: 'team', teamId: id('teamID') }
      : { kind: 'project', projectId: id('projectID') };
  }
}

/** The routes for the rules of one project or team. The subclass declares who may read them. */
@Injectable()
abstract class ScopedRulesController {
  constructor(
    private readonly service: ScopedRuleService,
    private readonly rules: RuleReadModel,
    private readonly histories: RuleHistoryReadModel,
  ) {}

  @Post()
  @Idempotent()
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation('Create a scoped rule', ...AUTHORING_REFUSALS)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(AnchorPipe) anchor: RuleAnchor,
    @Body() body: CreateScopedRuleBody,
  ): Promise<RuleEnvelope> {
    return { rule: RuleResponse.whole(await this.service.create(caller, anchor, body)) };
  }

  @Get()
  @Operation('List scoped rules, inherited ones included')
  async list(
    @CurrentCaller() caller: Caller,
    @Param(AnchorPipe) anchor: RuleAnchor,
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RuleListResponse> {
    const { page, priorityCap } = await this.rules.listScoped(caller, anchor, query.page());
    linkNext(request, response, page);
    return { rules: page.rows.map(RuleResponse.of), priority_cap: priorityCap };
  }

  @Get(':ruleID')
  @Versioned()
  @Operation('Get a scoped rule', policyErrors.policyNotFound)
  async one(
    @CurrentCaller() caller: Caller,
    @Param(AnchorPipe) anchor: RuleAnchor,
    @Param('ruleID', UuidPipe) ruleId: string,
  ): Promise<WithVersion<RuleEnvelope>> {
    const rule = await this.rules.getScoped(caller, anchor, ruleId);
    return { version: versionSeen(rule), body: { rule: RuleResponse.of(rule) } };
  }

  @Get(':ruleID/history')
  @Paged()
  @Access('policy.author')
  @Operation(
    'List the versions of a rule, oldest first',
    policyErrors.outOfScopePolicy,
    policyErrors.policyNotFound,
  )
  async history(
    @CurrentCaller() caller: Caller,
    @Param(AnchorPipe) anchor: RuleAnchor,
    @Param('ruleID', UuidPipe) ruleId: string,
    @Query() query: PageQuery,
  ): Promise<Page<RuleVersionResponse>> {
    const page = await this.histories.ofScoped(caller, anchor, ruleId, query.page());
    return mapPage(page, RuleVersionResponse.of);
  }

  @Put(':ruleID')
  @Versioned()
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation(
    'Update a scoped rule',
    policyErrors.policyNotFound,
    policyErrors.platformPolicyNotEditable,
    ...AUTHORING_REFUSALS,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param(AnchorPipe) anchor: RuleAnchor,
    @Param('ruleID', UuidPipe) ruleId: string,
    @Body() body: UpdateScopedRuleBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<RuleEnvelope>> {
    const rule = await this.service.update(caller, anchor, ruleId, body, expected);
    return { version: ruleVersion(rule), body: { rule: RuleResponse.whole(rule) } };
  }

  @Delete(':ruleID')
  @Versioned()
  @HttpCode(204)
  @Access('policy.author')
  @FreshMfaWhenStrict()
  @Operation(
    'Delete a scoped rule',
    policyErrors.outOfScopePolicy,
    policyErrors.policyNotFound,
    policyErrors.platformPolicyNotEditable,
  )
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(AnchorPipe) anchor: RuleAnchor,
    @Param('ruleID', UuidPipe) ruleId: string,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<void> {
    await this.service.delete(caller, anchor, ruleId, expected);
  }
}

const NO_PROJECT = [tenancyErrors.projectNotFound];

/** Rules of one project. Any signed-in user may read them, inherited ones without their values. */
@Tag('project policy rules')
@ErrorEnvelopeV2()
@SignedIn()
@InheritedRefusals<ScopedRulesController>({
  create: NO_PROJECT,
  list: NO_PROJECT,
  one: NO_PROJECT,
  history: NO_PROJECT,
  update: NO_PROJECT,
  delete: NO_PROJECT,
})
@Controller('projects/:projectID/policy-rules')
export class ProjectRulesController extends ScopedRulesController {}

const NO_TEAM = [tenancyErrors.teamNotFound];
const NO_LIVE_TEAM = [tenancyErrors.teamNotFound, tenancyErrors.teamArchived];
const NO_OWN_TEAM = [tenancyErrors.teamNotFound, policyErrors.outOfScopePolicy];

/** Rules of one team, for its authors. They apply to every project in its subtree. */
@Tag('team policy rules')
@ErrorEnvelopeV2()
@Access('policy.author')
@InheritedRefusals<ScopedRulesController>({
  create: NO_LIVE_TEAM,
  list: NO_OWN_TEAM,
  one: NO_OWN_TEAM,
  history: NO_TEAM,
  update: NO_LIVE_TEAM,
  delete: NO_LIVE_TEAM,
})
@Controller('teams/:teamID/policy-rules')
export class TeamRulesController extends ScopedRulesController {}
