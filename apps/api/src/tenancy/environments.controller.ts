import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { ExpectedVersion, Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { EnvironmentService, environmentVersion, tenancyErrors, TenancyReadModel } from '#libs/tenancy';
import { FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  CreateEnvironmentBody,
  EnvironmentResponse,
  EnvironmentsQuery,
  UpdateEnvironmentBody,
} from './environments.dto.js';

const versioned = withVersion(environmentVersion, EnvironmentResponse.of);

@Tag('environments')
@Controller('environments')
export class EnvironmentsController {
  constructor(
    private readonly environments: EnvironmentService,
    private readonly tenancy: TenancyReadModel,
  ) {}

  @Post()
  @Idempotent()
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Create an environment',
    tenancyErrors.projectNotFound,
    tenancyErrors.projectArchived,
    tenancyErrors.environmentNameExists,
  )
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateEnvironmentBody,
  ): Promise<EnvironmentResponse> {
    const { name, type, kind, description = '' } = body;
    const input = { projectId: body.project_id, riskLevel: body.risk_level, name, type, kind, description };
    return EnvironmentResponse.of(await this.environments.create(caller, input));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List environments')
  async list(@Query() query: EnvironmentsQuery): Promise<Page<EnvironmentResponse>> {
    const page = await this.tenancy.listEnvironments({ projectId: query.project_id }, query.page());
    return mapPage(page, EnvironmentResponse.of);
  }

  @Get(':id')
  @Versioned()
  @SignedIn()
  @Operation('Get an environment', tenancyErrors.environmentNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<WithVersion<EnvironmentResponse>> {
    return versioned(await this.tenancy.getEnvironment(id));
  }

  @Put(':id')
  @Versioned()
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation('Update the description or risk level of an environment', tenancyErrors.environmentNotFound)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateEnvironmentBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<EnvironmentResponse>> {
    const change = { description: body.description, riskLevel: body.risk_level };
    return versioned(await this.environments.update(caller, id, change, expected));
  }

  @Delete(':id')
  @Versioned()
  @HttpCode(204)
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation('Delete an environment with its bindings and rules', tenancyErrors.environmentNotFound)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<void> {
    await this.environments.delete(caller, id, expected);
  }
}
