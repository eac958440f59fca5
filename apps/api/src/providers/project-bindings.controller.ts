import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import { providerErrors, ScopedBindingService } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { Access, ErrorEnvelopeV2, FreshMfaWhenStrict, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { BindingResponse, CreateScopedBindingBody, ProjectBindingsQuery } from './bindings.dto.js';

/** Manages the bindings of one project, for its holders of integration.bind. */
@Tag('provider connection bindings')
@ErrorEnvelopeV2()
@Controller('projects/:projectID/provider-connection-bindings')
export class ProjectBindingsController {
  constructor(private readonly bindings: ScopedBindingService) {}

  @Post()
  @Idempotent()
  @Access('integration.bind')
  @FreshMfaWhenStrict()
  @Operation(
    'Bind a connection to an environment, as a binder of the project',
    providerErrors.environmentIdRequired,
    tenancyErrors.projectNotFound,
    providerErrors.outOfScopeBinding,
    tenancyErrors.environmentNotInProject,
    providerErrors.prodBindingNotAllowed,
    providerErrors.connectionNotFound,
    providerErrors.connectionDisabled,
    providerErrors.notSelfServiceBindable,
    providerErrors.bindingExists,
  )
  async bind(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Body() body: CreateScopedBindingBody,
  ): Promise<BindingResponse> {
    const place = { projectId, environmentId: body.environmentId() };
    return BindingResponse.of(await this.bindings.bind(caller, place, body.provider_connection_id));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation(
    "List a project's bindings",
    tenancyErrors.projectNotFound,
    tenancyErrors.environmentNotInProject,
  )
  async list(
    @Param('projectID', UuidPipe) projectId: string,
    @Query() query: ProjectBindingsQuery,
  ): Promise<Page<BindingResponse>> {
    const page = await this.bindings.ofProject(projectId, query.environment_id ?? null, query.page());
    return mapPage(page, BindingResponse.of);
  }

  @Delete(':bindingID')
  @HttpCode(204)
  @Access('integration.bind')
  @FreshMfaWhenStrict()
  @Operation(
    'Delete a binding, as a binder of the project',
    tenancyErrors.projectNotFound,
    providerErrors.outOfScopeBinding,
    providerErrors.bindingNotFound,
    providerErrors.prodBindingNotAllowed,
  )
  async unbind(
    @CurrentCaller() caller: Caller,
    @Param('projectID', UuidPipe) projectId: string,
    @Param('bindingID', UuidPipe) bindingId: string,
  ): Promise<void> {
    await this.bindings.unbind(caller, projectId, bindingId);
  }
}
