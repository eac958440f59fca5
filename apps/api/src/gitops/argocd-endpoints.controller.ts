import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { EndpointService, gitopsErrors, GitopsReadModel } from '#libs/gitops';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  ApplicationResponse,
  CreateEndpointBody,
  EndpointEnabledBody,
  EndpointResponse,
} from './argocd-endpoints.dto.js';

/** Manages Argo CD endpoints, and lists the applications observed there. */
@Tag('gitops')
@Controller('argocd-endpoints')
export class ArgocdEndpointsController {
  constructor(
    private readonly endpoints: EndpointService,
    private readonly readModel: GitopsReadModel,
  ) {}

  @Post()
  @GlobalAccess('integration.edit')
  @Idempotent()
  @FreshMfaWhenStrict()
  @Operation('Register an Argo CD endpoint')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateEndpointBody): Promise<EndpointResponse> {
    const { name, cluster_name: clusterName, base_url: baseUrl, enabled = true } = body;
    return EndpointResponse.of(await this.endpoints.create(caller, { name, clusterName, baseUrl, enabled }));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List Argo CD endpoints')
  async list(@Query() query: PageQuery): Promise<Page<EndpointResponse>> {
    return mapPage(await this.readModel.endpoints(query.page()), EndpointResponse.of);
  }

  @Get(':id/discovered-apps')
  @Paged()
  @SignedIn()
  @Operation(
    'List the applications discovered at an Argo CD endpoint, in their latest state',
    gitopsErrors.endpointNotFound,
  )
  async applications(
    @Param('id', UuidPipe) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<ApplicationResponse>> {
    const page = await this.readModel.applications(id, query.page());
    return mapPage(page, ApplicationResponse.of);
  }

  @Put(':id/enabled')
  @GlobalAccess('integration.edit')
  @FreshMfaWhenStrict()
  @Operation('Enable or disable an Argo CD endpoint', gitopsErrors.endpointNotFound)
  async setEnabled(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: EndpointEnabledBody,
  ): Promise<EndpointResponse> {
    return EndpointResponse.of(await this.endpoints.setEnabled(caller, id, body.enabled));
  }

  @Delete(':id')
  @HttpCode(204)
  @GlobalAccess('integration.edit')
  @FreshMfaWhenStrict()
  @Operation('Delete an Argo CD endpoint with its mappings and observations', gitopsErrors.endpointNotFound)
  async delete(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.endpoints.delete(caller, id);
  }
}
