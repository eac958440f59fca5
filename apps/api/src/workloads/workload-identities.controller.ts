import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { WorkloadIdentities, workloadErrors, workloadVersion } from '#libs/auth';
import type { ExpectedVersion, Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { rbacErrors } from '#libs/rbac';
import { tenancyErrors } from '#libs/tenancy';
import { ErrorEnvelopeV2, FreshMfa, GlobalAccess } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import { CreateWorkloadBody, ReplaceWorkloadBody, WorkloadResponse } from './workload-identities.dto.js';

/** Errors of a workload's grant. */
const GRANT_ERRORS = [
  workloadErrors.roleCannotRequest,
  rbacErrors.scopeInvalid,
  rbacErrors.scopeRequired,
  rbacErrors.roleNotFound,
  tenancyErrors.projectNotFound,
  tenancyErrors.teamNotFound,
];

const versioned = withVersion(workloadVersion, WorkloadResponse.of);

/** Manages workloads, which sign in with tokens of their own issuer. */
@Tag('workload identities')
@ErrorEnvelopeV2()
@GlobalAccess('user_role.edit')
@Controller('workload-identities')
export class WorkloadIdentitiesController {
  constructor(private readonly workloads: WorkloadIdentities) {}

  @Get()
  @Paged()
  @Operation('List workload identities')
  async list(@Query() query: PageQuery): Promise<Page<WorkloadResponse>> {
    return mapPage(await this.workloads.list(query.page()), WorkloadResponse.of);
  }

  @Get(':id')
  @Versioned()
  @Operation('Get a workload identity', workloadErrors.notFound)
  async one(@Param('id', UuidPipe) id: string): Promise<WithVersion<WorkloadResponse>> {
    return versioned(await this.workloads.get(id));
  }

  @Post()
  @Idempotent()
  @FreshMfa()
  @Operation('Register a workload', workloadErrors.nameExists, ...GRANT_ERRORS)
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateWorkloadBody): Promise<WorkloadResponse> {
    const { name, issuer, audience, claims, role_id: roleId, scope } = body;
    return WorkloadResponse.of(
      await this.workloads.create(caller, { name, issuer, audience, claims, roleId, scope }),
    );
  }

  /** Revokes the workload's sessions; disabling it also cancels its open requests. */
  @Put(':id')
  @Versioned()
  @FreshMfa()
  @Operation(
    'Replace what a workload may ask for, disable or enable it',
    workloadErrors.notFound,
    ...GRANT_ERRORS,
  )
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: ReplaceWorkloadBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<WorkloadResponse>> {
    const { role_id: roleId, scope, disabled } = body;
    return versioned(await this.workloads.replace(caller, id, { roleId, scope, disabled }, expected));
  }

  /** The name cannot be reused. */
  @Delete(':id')
  @Versioned()
  @FreshMfa()
  @HttpCode(204)
  @Operation('Delete a workload identity', workloadErrors.notFound)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<void> {
    await this.workloads.delete(caller, id, expected);
  }
}
