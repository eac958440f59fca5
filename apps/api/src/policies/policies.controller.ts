import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { ExpectedVersion, Page } from '#libs/core';
import {
  PlatformRuleService,
  policyErrors,
  RuleHistoryReadModel,
  RuleReadModel,
  ruleVersion,
} from '#libs/policies';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  CreatePolicyBody,
  RuleResponse,
  RuleVersionResponse,
  UpdatePolicyBody,
  versionSeen,
} from './rules.dto.js';

/** The platform's own rules. */
@Tag('policies')
@Controller('policies')
export class PoliciesController {
  constructor(
    private readonly service: PlatformRuleService,
    private readonly rules: RuleReadModel,
    private readonly histories: RuleHistoryReadModel,
  ) {}

  @Post()
  @Idempotent()
  @GlobalAccess('policy.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Create a platform rule',
    policyErrors.scopeTooBroad('provider_type_invalid'),
    policyErrors.workflowNotFound,
    tenancyErrors.projectNotFound,
    tenancyErrors.environmentNotFound,
  )
  async create(@CurrentCaller() caller: Caller, @Body() body: CreatePolicyBody): Promise<RuleResponse> {
    return RuleResponse.whole(await this.service.create(caller, body));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List platform rules')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<RuleResponse>> {
    const page = await this.rules.listPlatform(caller, query.page());
    return mapPage(page, RuleResponse.of);
  }

  @Get(':id')
  @Versioned()
  @SignedIn()
  @Operation('Get a platform rule', policyErrors.policyNotFound)
  async one(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<WithVersion<RuleResponse>> {
    const rule = await this.rules.getPlatform(caller, id);
    return { version: versionSeen(rule), body: RuleResponse.of(rule) };
  }

  @Get(':id/history')
  @Paged()
  @GlobalAccess('policy.edit')
  @Operation('List the versions of a rule, oldest first', policyErrors.policyNotFound)
  async history(
    @Param('id', UuidPipe) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<RuleVersionResponse>> {
    const page = await this.histories.ofAny(id, query.page());
    return mapPage(page, RuleVersionResponse.of);
  }

  @Put(':id')
  @Versioned()
  @GlobalAccess('policy.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Update a platform rule',
    policyErrors.scopeTooBroad('provider_type_invalid'),
    policyErrors.policyNotFound,
    policyErrors.workflowNotFound,
    tenancyErrors.projectNotFound,
    tenancyErrors.environmentNotFound,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdatePolicyBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<RuleResponse>> {
    const rule = await this.service.update(caller, id, body, expected);
    return { version: ruleVersion(rule), body: RuleResponse.whole(rule) };
  }

  @Delete(':id')
  @Versioned()
  @HttpCode(204)
  @GlobalAccess('policy.edit')
  @FreshMfaWhenStrict()
  @Operation('Delete a platform rule', policyErrors.policyNotFound)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<void> {
    await this.service.delete(caller, id, expected);
  }
}
