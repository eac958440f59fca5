import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { gitopsErrors, GitopsReadModel, MappingService } from '#libs/gitops';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { CreateMappingBody, MappingResponse } from './app-mappings.dto.js';

/** Maps applications to environments. */
@Tag('gitops')
@Controller('gitops-app-mappings')
export class AppMappingsController {
  constructor(
    private readonly mappings: MappingService,
    private readonly readModel: GitopsReadModel,
  ) {}

  @Post()
  @GlobalAccess('integration.edit')
  @Idempotent()
  @FreshMfaWhenStrict()
  @Operation(
    'Map an application to an environment',
    gitopsErrors.endpointNotFound,
    tenancyErrors.projectNotFound,
    tenancyErrors.environmentNotInProject,
    gitopsErrors.mappingExists,
  )
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateMappingBody): Promise<MappingResponse> {
    const mapping = {
      endpointId: body.argocd_endpoint_id,
      appName: body.app_name,
      projectId: body.project_id,
      environmentId: body.environment_id,
    };
    return MappingResponse.of(await this.mappings.create(caller, mapping));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List the mappings from applications to environments')
  async list(@Query() query: PageQuery): Promise<Page<MappingResponse>> {
    return mapPage(await this.readModel.mappings(query.page()), MappingResponse.of);
  }

  @Delete(':id')
  @HttpCode(204)
  @GlobalAccess('integration.edit')
  @FreshMfaWhenStrict()
  @Operation('Delete a mapping', gitopsErrors.mappingNotFound)
  async delete(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.mappings.delete(caller, id);
  }
}
